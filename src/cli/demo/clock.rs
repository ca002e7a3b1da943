//! Dates of the demo: counted back from one moment, written as Hermes does.
//! Not a clock; nothing here asks for the time.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::{broken, missing};

const MICROS_PER_DAY: f64 = 86_400e6;

/// The moment `days` before `now`, to the microsecond.
///
/// # Errors
/// When that is outside the years -9999 to 9999.
pub(super) fn ago(now: Timestamp, days: f64) -> io::Result<Timestamp> {
    let micros = (days * MICROS_PER_DAY).round() as i64;
    Timestamp::from_microsecond(now.as_microsecond())
        .and_then(|now| now.checked_sub(SignedDuration::from_micros(micros)))
        .map_err(io::Error::other)
}

/// Python's `isoformat()` in UTC: six digits, or no fraction at all when it is zero.
pub(super) fn iso(at: Timestamp) -> String {
    let form = if at.subsec_microsecond() == 0 {
        "%Y-%m-%dT%H:%M:%S+00:00"
    } else {
        "%Y-%m-%dT%H:%M:%S%.6f+00:00"
    };
    at.strftime(form).to_string()
}

/// How a date is written in a sidecar.
enum Form {
    Iso,
    /// Seconds since 1970 as a float.
    Epoch,
}

/// File, place of the date in it, age in days, form.
const DATES: [(&str, &str, f64, Form); 6] = [
    (
        "home/skills/.curator_state",
        "/last_run_at",
        5.013,
        Form::Iso,
    ),
    (
        "home/skills/.curator_state",
        "/last_run_summary_shown_at",
        5.013,
        Form::Iso,
    ),
    (
        "home/skills/.hub/lock.json",
        "/installed/slow-queries/scan_provenance/scanned_at",
        61.531,
        Form::Iso,
    ),
    (
        "home/skills/.hub/lock.json",
        "/installed/slow-queries/installed_at",
        61.53,
        Form::Iso,
    ),
    (
        "home/skills/.hub/lock.json",
        "/installed/slow-queries/updated_at",
        61.53,
        Form::Iso,
    ),
    (
        "home/pending/skills/3fa9c1d7.json",
        "/created_at",
        0.164,
        Form::Epoch,
    ),
];

/// Replaces the dates in the stored sidecars by dates that count from `now`.
///
/// # Errors
/// When a sidecar or a place in it is not there.
pub(super) fn refresh(files: &mut BTreeMap<PathBuf, Vec<u8>>, now: Timestamp) -> io::Result<()> {
    for (path, place, days, form) in &DATES {
        let bytes = files
            .get_mut(Path::new(path))
            .ok_or_else(|| missing(path))?;
        let mut document: Value = serde_json::from_slice(bytes)?;
        let date = document.pointer_mut(place).ok_or_else(|| broken(path))?;
        let at = ago(now, *days)?;
        *date = match form {
            Form::Iso => Value::from(iso(at)),
            Form::Epoch => Value::from(at.as_microsecond() as f64 / 1e6),
        };
        let last_line_ends = bytes.ends_with(b"\n");
        *bytes = serde_json::to_vec_pretty(&document)?;
        if last_line_ends {
            bytes.push(b'\n');
        }
    }
    Ok(())
}

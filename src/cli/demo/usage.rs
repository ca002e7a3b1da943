//! `assets/demo/usage.json` (ages in days) to `.usage.json` as Hermes writes it
//! (dates). Not a reader of real usage files: those belong to the store.

use std::collections::BTreeMap;
use std::io;

use include_dir::File;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::clock::{ago, iso};

/// One record of the demo's own form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub(super) name: String,
    #[serde(rename = "use")]
    used: u64,
    #[serde(rename = "view")]
    viewed: u64,
    #[serde(rename = "patch")]
    patched: u64,
    used_days_ago: Option<f64>,
    viewed_days_ago: Option<f64>,
    patched_days_ago: Option<f64>,
    created_days_ago: f64,
    archived_days_ago: Option<f64>,
    state: String,
    pinned: bool,
    created_by: Option<String>,
}

impl Record {
    /// Age of the skill's files: last patched, else created.
    pub(super) fn edited_days_ago(&self) -> f64 {
        self.patched_days_ago.unwrap_or(self.created_days_ago)
    }
}

/// The same in Hermes' form; the fields are in the order of their names.
#[derive(Serialize)]
struct Stored<'a> {
    archived_at: Option<String>,
    created_at: String,
    created_by: Option<&'a str>,
    last_patched_at: Option<String>,
    last_used_at: Option<String>,
    last_viewed_at: Option<String>,
    patch_count: u64,
    pinned: bool,
    state: &'a str,
    use_count: u64,
    view_count: u64,
}

pub(super) fn records(file: &File<'_>) -> io::Result<Vec<Record>> {
    Ok(serde_json::from_slice(file.contents())?)
}

/// The bytes of `.usage.json`: sorted, indented by two, no newline at the end.
pub(super) fn sidecar(records: &[Record], now: Timestamp) -> io::Result<Vec<u8>> {
    let date = |days: Option<f64>| days.map(|days| ago(now, days).map(iso)).transpose();
    let mut stored = BTreeMap::new();
    for record in records {
        let fields = Stored {
            archived_at: date(record.archived_days_ago)?,
            created_at: iso(ago(now, record.created_days_ago)?),
            created_by: record.created_by.as_deref(),
            last_patched_at: date(record.patched_days_ago)?,
            last_used_at: date(record.used_days_ago)?,
            last_viewed_at: date(record.viewed_days_ago)?,
            patch_count: record.patched,
            pinned: record.pinned,
            state: &record.state,
            use_count: record.used,
            view_count: record.viewed,
        };
        stored.insert(record.name.as_str(), fields);
    }
    Ok(serde_json::to_vec_pretty(&stored)?)
}

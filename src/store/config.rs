//! What reading needs of Hermes' settings, its `config.yaml`, and the paths in settings.
//!
//! Read tolerantly: a damaged file is reported with its place and changes nothing else. Our own
//! settings are in `settings`.

use std::path::{Path, PathBuf};

use serde_yaml::Value;

use super::fs::Fs;

/// Larger files are not settings.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// What Hermes' settings say about skills.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HermesConfig {
    /// `skills.external_dirs`, as written.
    pub external_dirs: Vec<String>,
    /// `skills.disabled`.
    pub disabled: Vec<String>,
    /// `toolsets`.
    pub toolsets: Vec<String>,
    /// Why the file could not be read.
    pub fault: Option<String>,
}

/// Reads `config.yaml`; a missing file gives the defaults.
pub fn hermes(fs: &dyn Fs, path: &Path) -> HermesConfig {
    let bytes = match fs.read(path, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return HermesConfig::default();
        }
        Err(error) => return HermesConfig::faulty(path, &error.to_string()),
    };
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    if text.trim().is_empty() {
        return HermesConfig::default();
    }
    match serde_yaml::from_str::<Value>(text) {
        Ok(value) => {
            let skills = value.get("skills");
            let list = |key: &str| texts(skills.and_then(|skills| skills.get(key)));
            HermesConfig {
                external_dirs: list("external_dirs"),
                disabled: list("disabled"),
                toolsets: texts(value.get("toolsets")),
                fault: None,
            }
        }
        Err(error) => HermesConfig::faulty(path, &error.to_string()),
    }
}

impl HermesConfig {
    fn faulty(path: &Path, error: &str) -> Self {
        HermesConfig {
            fault: Some(format!(
                "{}: {error}; its settings are not used",
                path.display()
            )),
            ..HermesConfig::default()
        }
    }
}

/// A list of texts, or one text. What YAML takes for something else is written as Python writes it:
/// `disabled: [4711]` switches off the skill `4711`.
fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => vec![text.trim().to_owned()],
        Some(Value::Sequence(items)) => items
            .iter()
            .filter_map(|item| match item {
                Value::String(text) => Some(text.trim().to_owned()),
                Value::Number(number) => Some(number.to_string()),
                Value::Bool(true) => Some("True".to_owned()),
                Value::Bool(false) => Some("False".to_owned()),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
    .into_iter()
    .filter(|text| !text.is_empty())
    .collect()
}

/// Expands `$VAR`, `${VAR}` and a leading `~`; relative paths are taken from `base`.
pub fn expand(
    text: &str,
    base: &Path,
    home: Option<&Path>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> PathBuf {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let after = after.strip_prefix('$').unwrap_or(after);
        let braced = after
            .strip_prefix('{')
            .and_then(|inner| inner.split_once('}'));
        let length = after
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(after.len());
        let (name, behind) = braced.unwrap_or_else(|| after.split_at(length));
        match variable(name) {
            Some(value) if !name.is_empty() => out.push_str(&value),
            // An unknown variable stays as written, as Python's expandvars has it.
            _ if braced.is_some() => out.push_str(&format!("${{{name}}}")),
            _ => out.push_str(&format!("${name}")),
        }
        rest = behind;
    }
    out.push_str(rest);
    let path = match (out.strip_prefix('~'), home) {
        (Some(""), Some(home)) => home.to_owned(),
        (Some(rest), Some(home)) if rest.starts_with('/') => {
            home.join(rest.trim_start_matches('/'))
        }
        _ => PathBuf::from(out),
    };
    base.join(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::fs::Disk;

    #[test]
    fn reads_lists_and_single_texts_and_reports_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.yaml");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            let config = hermes(&Disk, &path);
            (
                config.external_dirs,
                config.disabled,
                config.fault.is_some(),
            )
        };
        let texts = |items: &[&str]| items.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            read("skills:\n  external_dirs: [a, ' b ', 3]\n  disabled: x\n"),
            (texts(&["a", "b", "3"]), texts(&["x"]), false)
        );
        let disabled = read("skills:\n  disabled: [4711, true, 1.5, null, [x]]\n").1;
        assert_eq!(disabled, texts(&["4711", "True", "1.5"]));
        assert_eq!(read("skills: 5\n"), (vec![], vec![], false));
        assert_eq!(read(""), (vec![], vec![], false));
        assert_eq!(read("skills: [\n"), (vec![], vec![], true));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(hermes(&Disk, &path), HermesConfig::default());
    }

    #[test]
    fn expands_variables_and_home() {
        let variable = |name: &str| (name == "X").then(|| "/x".to_owned());
        let home = Path::new("/home/me");
        let cases = [
            ("~/a", "/home/me/a"),
            ("~", "/home/me"),
            ("~other/a", "/base/~other/a"),
            ("$X/a", "/x/a"),
            ("${X}/a", "/x/a"),
            ("$NO/${NO}/a", "/base/$NO/${NO}/a"),
            ("../team", "/base/../team"),
            ("a$", "/base/a$"),
        ];
        for (text, path) in cases {
            let expanded = expand(text, Path::new("/base"), Some(home), &variable);
            assert_eq!(expanded, PathBuf::from(path), "{text}");
        }
    }
}

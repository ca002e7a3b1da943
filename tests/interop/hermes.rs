//! The installation of Hermes Agent, and what it says of a home: the document of `hermes_view.py`, typed.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::tree;

/// What Hermes says of a home. Paths are relative to the home.
#[derive(Deserialize)]
pub struct Answer {
    pub hermes: String,
    pub platform: String,
    pub list: Vec<Listed>,
    pub list_error: Option<String>,
    /// Look-up argument to outcome.
    pub views: BTreeMap<String, View>,
    /// Every SKILL.md to the key of its usage record.
    pub usage_keys: BTreeMap<String, String>,
    /// The same files to what the YAML reader makes of them.
    pub frontmatter: BTreeMap<String, Frontmatter>,
}

/// A skill in the list. The description need not be a text.
#[derive(Deserialize)]
pub struct Listed {
    pub name: String,
    pub description: Value,
    pub category: Option<String>,
}

/// What a look-up gave.
#[derive(Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum View {
    Found { file: String },
    Ambiguous { matches: Vec<String> },
    NotFound,
    Refused,
    Unsupported,
    Disabled,
    Unreadable,
    Error { error: String },
}

/// What Hermes' YAML reader makes of a whole file.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Frontmatter {
    Read {
        name: Option<Value>,
        description: Option<Value>,
        body_sha256: String,
    },
    Unreadable {
        unreadable: String,
    },
}

/// An installation made by `tests/interop/install`.
pub struct Installation(PathBuf);

impl Installation {
    /// The one that `SKILLDECK_INTEROP_DIR` names, or why there is none.
    pub fn find() -> Result<Self, String> {
        let dir = env::var_os("SKILLDECK_INTEROP_DIR").map(PathBuf::from);
        let dir = dir.ok_or("SKILLDECK_INTEROP_DIR is not set")?;
        for path in ["installed", "venv/bin/python", "edge/arguments.json"] {
            if !dir.join(path).exists() {
                return Err(format!("{} has no {path}", dir.display()));
            }
        }
        let dir = dir.canonicalize().map_err(|error| error.to_string())?;
        Ok(Installation(dir))
    }

    /// The folder of a home.
    pub fn home(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Asks Hermes about a home. The answer is kept beside the home, under a digest of all that it
    /// depends on, and taken from there the next time.
    pub fn ask(&self, name: &str) -> Answer {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interop/hermes_view.py");
        let home = self.home(name);
        let arguments = self.0.join("edge/arguments.json");
        let answers = self.0.join("answers");
        let mut inputs = Sha256::new();
        for file in [&script, &arguments, &self.0.join("installed")] {
            inputs.update(fs::read(file).unwrap());
        }
        inputs.update(tree::hash(&home, tree::Times::Left).unwrap());
        let digest = inputs.finalize();
        let digest: String = digest
            .iter()
            .take(8)
            .map(|it| format!("{it:02x}"))
            .collect();
        let kept = answers.join(format!("{}-{digest}.json", name.replace('/', "-")));
        if let Ok(bytes) = fs::read(&kept) {
            return serde_json::from_slice(&bytes).unwrap();
        }
        let mut command = Command::new(self.0.join("venv/bin/python"));
        command.arg(script).arg(&home);
        if name.starts_with("edge/") {
            command.arg(arguments);
        }
        let output = command.output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {told}");
        fs::create_dir_all(&answers).unwrap();
        let mut file = tempfile::NamedTempFile::new_in(&answers).unwrap();
        file.write_all(&output.stdout).unwrap();
        file.persist(kept).unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

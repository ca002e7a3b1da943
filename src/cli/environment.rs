//! The surroundings of the process, read once: variables, folders of the platform, current folder.

use std::path::PathBuf;

use directories::{BaseDirs, ProjectDirs};

use crate::store::locate::Environment;

/// Reads the surroundings. Variables that are not Unicode are left out.
pub fn from_process() -> Environment {
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let mut env = Environment {
        user_home: BaseDirs::new().map(|dirs| dirs.home_dir().to_owned()),
        current_dir: std::env::current_dir().ok(),
        variables,
        platform: platform().to_owned(),
        state_dir: None,
        config_dir: None,
        cache_dir: None,
        proc_dir: (std::env::consts::OS == "linux").then(|| "/proc".into()),
    };
    let dirs = ProjectDirs::from("", "", "skilldeck");
    let folder =
        |name: &str, default: Option<PathBuf>| env.variable(name).map(PathBuf::from).or(default);
    let state = folder(
        "SKILLDECK_STATE_DIR",
        dirs.as_ref()
            .map(|dirs| dirs.state_dir().unwrap_or(dirs.data_local_dir()).to_owned()),
    );
    let config = folder(
        "SKILLDECK_CONFIG_DIR",
        dirs.as_ref().map(|dirs| dirs.config_dir().to_owned()),
    );
    let cache = folder(
        "SKILLDECK_CACHE_DIR",
        dirs.as_ref().map(|dirs| dirs.cache_dir().to_owned()),
    );
    env.state_dir = state;
    env.config_dir = config;
    env.cache_dir = cache;
    env
}

/// The platform's name as Hermes (Python's `sys.platform`) has it.
fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    }
}

//! Skills by what a person types: a name, or a path, also of a skill that lies in no library.

use std::path::PathBuf;
use std::sync::Arc;

use super::Workbench;
use crate::store::catalog::{Catalog, Skill};
use crate::store::locate::Request;
use crate::store::resolve::{self, ResolveError};

impl Workbench {
    /// Finds the skill that a name means, or the path of its folder or entry file.
    ///
    /// # Errors
    /// When several or no skills answer; the error lists candidates or near names.
    pub fn resolve<'a>(
        &self,
        catalog: &'a Catalog,
        name: &str,
        library: Option<&str>,
    ) -> Result<&'a Skill, ResolveError> {
        let found = resolve::resolve(catalog, name, library);
        match &found {
            Err(ResolveError::Unknown { .. }) if library.is_none() => {
                self.at_path(catalog, name).ok_or(()).or(found)
            }
            _ => found,
        }
    }

    /// The same workbench on the paths that are among these names; `None` when there are none.
    pub fn on_paths(&self, names: &[&str]) -> Option<Self> {
        let paths = names.iter().filter(|name| self.typed_path(name).is_some());
        let request = Request::Paths(paths.map(PathBuf::from).collect());
        if request == Request::Paths(Vec::new()) {
            return None;
        }
        let (fs, clock) = (Arc::clone(&self.fs), Arc::clone(&self.clock));
        Self::open(fs, self.env.clone(), clock, request).ok()
    }

    fn at_path<'a>(&self, catalog: &'a Catalog, name: &str) -> Option<&'a Skill> {
        let path = self.typed_path(name)?;
        let is_it = |part: &PathBuf| self.fs.canonicalize(part).is_ok_and(|it| it == path);
        let mut skills = catalog.skills();
        skills.find(|skill| is_it(&skill.dir) || is_it(&skill.file))
    }

    /// The place of what is written as a path and exists.
    fn typed_path(&self, name: &str) -> Option<PathBuf> {
        let path = match &self.env.current_dir {
            Some(current) => current.join(name),
            None => PathBuf::from(name),
        };
        let found = self.fs.canonicalize(&path);
        found
            .ok()
            .filter(|_| name.contains('/') || name.starts_with('.'))
    }
}

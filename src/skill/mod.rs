//! What a skill is: the lossless document, its frontmatter, what can be said of it from its bytes.
//!
//! Pure: bytes in, values out. Nothing here touches a disk, a clock or a terminal, and nothing
//! here knows in which library a skill lies (that is `store`).

pub mod check;
pub mod document;
pub mod effects;
pub mod frontmatter;
pub mod hermes;
pub mod lenient;
mod plain_yaml;
pub mod problem;
pub mod profile;
pub mod reference;
pub mod repair;
pub mod rule;
pub mod summary;
pub mod tokens;
pub mod yaml;
pub mod yaml11;

pub use document::{Document, Encoding, Fence, LineEnds, Position};
pub use frontmatter::{Complaint, Entry, Frontmatter};
pub use problem::Problem;
pub use profile::{Profile, Readers};
pub use reference::{Reference, ReferenceKind};
pub use rule::{Rule, Severity};
pub use summary::Summary;
pub use tokens::Tokens;

/// The folders of a package whose files are meant for a skill's use.
pub const SUPPORT_FOLDERS: [&str; 4] = ["references", "templates", "assets", "scripts"];

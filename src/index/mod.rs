//! Finding text in skills: names, descriptions and whole `SKILL.md` files.
//!
//! | file | what |
//! |---|---|
//! | [`query`] | what a person asks for, read from one line; pure |
//! | [`search`] | one skill against a query: a hit with its lines and score; pure |
//! | [`results`] | hits in the order of their rank, merged as they come; pure |
//! | [`scan`](mod@scan) | all skills of a catalog, in parallel, handed out in batches |
//!
//! Files are read anew for each search: there is no index that could be older than they are. Not
//! here: fuzzy matching of names (the faces' jump and filter), finding on a rendered page
//! (`markdown::find`), support files of packages.

pub mod query;
pub mod results;
pub mod scan;
pub mod search;

pub use query::{Query, QueryError};
pub use results::Results;
pub use scan::{Batch, Outcome, scan};
pub use search::{Hit, LineMatch, Score};

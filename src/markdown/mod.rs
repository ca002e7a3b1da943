//! Markdown for the terminal: parsed once, laid out per width, without colours.
//!
//! | file | what |
//! |---|---|
//! | `document`, `parse`, `inline`, `verbatim`, `link`, `list`, `slug` | the document: blocks, outline, links, code, footnotes |
//! | `ink` | meanings of text: [`Role`], [`Ink`], [`Span`] |
//! | `row` | [`Layout`] in, [`Page`] of [`Row`]s out |
//! | `layout`, `wrap`, `breaks`, `code`, `table`, `columns` | from blocks to rows |
//! | `guarantee` | every word of the source is on the page |
//! | `highlight` | classes of code, asked for apart, since it takes time |
//! | `find` | search on a page |
//!
//! Not here: colours and attributes (a theme gives them to roles), scrolling, front matter, files.

mod breaks;
mod code;
mod columns;
mod document;
mod find;
mod guarantee;
mod highlight;
mod ink;
mod inline;
mod layout;
mod link;
mod list;
mod parse;
mod row;
mod slug;
mod table;
#[cfg(test)]
mod tests;
mod verbatim;
mod wrap;

pub use code::{Highlights, plain};
pub use document::{CodeBlock, Footnote, Heading, Link, LinkKind, Markdown};
pub use find::{Match, Words, find};
pub use highlight::{Highlighted, highlight, language_of};
pub use ink::{Alert, Changed, Ink, Level, Role, Span, Syntax};
pub use row::{CodeRow, Layout, Line, Page, Part, Piece, Row, lines};
pub use wrap::wrap;

//! What a link is and what is said of it beside its text. Not here: following it.

use std::ops::Range;

use pulldown_cmark::LinkType;

use super::document::{Link, LinkKind};

/// A link as the parser announces it: its text is not known yet.
pub(crate) fn announced(
    image: bool,
    how: LinkType,
    target: &str,
    title: &str,
    source: Range<usize>,
) -> Link {
    Link {
        text: String::new(),
        target: target.to_owned(),
        title: title.to_owned(),
        kind: match how {
            _ if image => LinkKind::Image,
            LinkType::Email => LinkKind::Mail,
            _ => kind_of(target),
        },
        source,
    }
}

/// What follows the text `said` of `link`: its target where the text does not say it already, its
/// title, and the label of a reference. Empty when there is nothing to add; not safe to draw.
pub(crate) fn addition(link: &Link, said: &str, label: Option<&str>) -> String {
    let mut more = String::new();
    let known = said == link.target || link.target.strip_prefix("mailto:") == Some(said);
    if !link.target.is_empty() && !known {
        more.push_str(&link.target);
    }
    if !link.title.is_empty() {
        let space = if more.is_empty() { "" } else { " " };
        more.push_str(&format!("{space}\"{}\"", link.title));
    }
    if !more.is_empty() {
        more = format!("({more})");
    }
    match label {
        Some(label) if label != said => format!("{more}[{label}]"),
        _ => more,
    }
}

fn kind_of(target: &str) -> LinkKind {
    if target.starts_with('#') {
        return LinkKind::Anchor;
    }
    if target.starts_with("//") {
        return LinkKind::Web;
    }
    match scheme(target).as_deref() {
        Some("http" | "https") => LinkKind::Web,
        Some("mailto") => LinkKind::Mail,
        Some(_) => LinkKind::Other,
        None => LinkKind::File,
    }
}

/// The scheme of a URL, lower-cased. One letter is a drive, not a scheme.
fn scheme(target: &str) -> Option<String> {
    let (scheme, _) = target.split_once(':')?;
    let valid = scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    valid.then(|| scheme.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_follow_the_target() {
        let cases = [
            ("https://a.b", LinkKind::Web),
            ("HTTP://a.b", LinkKind::Web),
            ("//a.b/c", LinkKind::Web),
            ("mailto:a@b", LinkKind::Mail),
            ("#usage", LinkKind::Anchor),
            ("references/api.md#x", LinkKind::File),
            ("C:\\x", LinkKind::File),
            ("a b:c", LinkKind::File),
            ("", LinkKind::File),
            ("javascript:alert(1)", LinkKind::Other),
        ];
        for (target, kind) in cases {
            assert_eq!(kind_of(target), kind, "{target}");
        }
    }
}

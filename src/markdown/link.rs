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

/// A web address that stands in the text without any mark.
pub(crate) fn bare(address: &str, source: Range<usize>) -> Link {
    Link {
        text: address.to_owned(),
        target: address.to_owned(),
        title: String::new(),
        kind: LinkKind::Web,
        source,
    }
}

/// Where web addresses stand in `text`, as GitHub finds them.
pub(crate) fn addresses(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        while let Some(found) = text.get(from..)?.find("http") {
            let start = from + found;
            let (before, rest) = text.split_at_checked(start)?;
            from = start + "http".len();
            let host = rest
                .strip_prefix("https://")
                .or_else(|| rest.strip_prefix("http://"));
            let inside_word = before.ends_with(|c: char| c.is_ascii_alphanumeric());
            let Some(host) = host.filter(|_| !inside_word) else {
                continue;
            };
            let scheme = rest.len() - host.len();
            let length = address_length(rest);
            if length > scheme {
                from = start + length;
                return Some(start..from);
            }
        }
        None
    })
}

/// Bytes of the address that `text` begins with, less the punctuation of the sentence around it.
fn address_length(text: &str) -> usize {
    let is_part = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | '`');
    let mut address = text.split(|c| !is_part(c)).next().unwrap_or_default();
    let count = |address: &str, sign| address.matches(sign).count();
    // Kept up to date instead of counted again, for addresses made of parentheses.
    let mut unopened = count(address, ')').saturating_sub(count(address, '('));
    loop {
        let Some(last) = address.chars().next_back() else {
            return 0;
        };
        let drop = match last {
            '?' | '!' | '.' | ',' | ':' | ';' | '*' | '_' | '~' | '\'' | ']' | '}' | '|' => true,
            ')' if unopened > 0 => {
                unopened -= 1;
                true
            }
            _ => false,
        };
        if !drop {
            return address.len();
        }
        address = address.get(..address.len() - 1).unwrap_or_default();
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

    #[test]
    fn addresses_end_before_the_sentence_does() {
        let found = |text: &'static str| -> Vec<&str> {
            addresses(text)
                .filter_map(|range| text.get(range))
                .collect()
        };
        assert_eq!(
            found("See https://a.b/c_d?x=1, (http://e.f/g(h)) and https://i.j."),
            ["https://a.b/c_d?x=1", "http://e.f/g(h)", "https://i.j"]
        );
        assert_eq!(found("详见https://a.b/c。"), ["https://a.b/c"]);
        assert!(found("xhttp://a http:// https http https://...").is_empty());
    }
}

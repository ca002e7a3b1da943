//! What a reader of YAML 1.1 (PyYAML, so Hermes) makes of a plain scalar.
//!
//! Only the question "is it still a text, and if not, what?" is answered; the values themselves are
//! never needed.

use super::yaml::{self, Node, Style, Value};

/// A type that YAML 1.1 gives to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// `~`, `null` or nothing.
    Null,
    /// `yes`, `no`, `on`, `off`, `true`, `false`: with its truth.
    Bool(bool),
    /// An integer, also octal (`010`), sexagesimal (`1:30`) and `1_000`; true when it is zero.
    Int(bool),
    /// A float; true when it is zero.
    Float(bool),
    /// A date or time stamp.
    Date,
    /// A list; true when it is empty.
    List(bool),
    /// A map; true when it is empty.
    Map(bool),
}

impl Kind {
    /// Python takes the value for false; an empty text aside, which only its content tells.
    pub fn is_false(self) -> bool {
        matches!(
            self,
            Kind::Null
                | Kind::Bool(false)
                | Kind::Int(true)
                | Kind::Float(true)
                | Kind::List(true)
                | Kind::Map(true)
        )
    }

    /// What to call it in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Text => "a text",
            Kind::Null => "nothing (null)",
            Kind::Bool(_) => "a truth value",
            Kind::Int(_) => "a number",
            Kind::Float(_) => "a decimal number",
            Kind::Date => "a date",
            Kind::List(_) => "a list",
            Kind::Map(_) => "a map",
        }
    }
}

/// The type of a node.
pub fn kind(node: &Node) -> Kind {
    match node.tag.as_deref().and_then(yaml::core_tag) {
        Some("str") => return Kind::Text,
        Some("int") => return Kind::Int(false),
        Some("float") => return Kind::Float(false),
        Some("bool") => return Kind::Bool(true),
        Some("null") => return Kind::Null,
        Some("timestamp") => return Kind::Date,
        _ => {}
    }
    match &node.value {
        Value::Scalar(text, Style::Plain) => plain(text),
        Value::Scalar(..) => Kind::Text,
        Value::Sequence(items) => Kind::List(items.is_empty()),
        Value::Mapping(entries) => Kind::Map(entries.is_empty()),
        Value::Alias => Kind::Map(false),
    }
}

/// The type of an unquoted scalar.
pub fn plain(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Kind::Null,
        "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            return Kind::Bool(true);
        }
        "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            return Kind::Bool(false);
        }
        _ => {}
    }
    if let Some(zero) = int(text) {
        Kind::Int(zero)
    } else if let Some(zero) = float(text) {
        Kind::Float(zero)
    } else if is_date(text) {
        Kind::Date
    } else {
        Kind::Text
    }
}

/// `Some(is zero)` for an integer of YAML 1.1.
fn int(text: &str) -> Option<bool> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let all = |part: &str, ok: fn(u8) -> bool| {
        !part.is_empty() && part.bytes().all(|byte| byte == b'_' || ok(byte))
    };
    let zero = |part: &str| part.bytes().all(|byte| matches!(byte, b'0' | b'_' | b':'));
    if let Some(bits) = digits.strip_prefix("0b") {
        return all(bits, |byte| matches!(byte, b'0' | b'1')).then(|| zero(bits));
    }
    if let Some(hex) = digits.strip_prefix("0x") {
        return all(hex, |byte| byte.is_ascii_hexdigit()).then(|| zero(hex));
    }
    if let Some(octal) = digits.strip_prefix('0') {
        let octal_or_zero = octal.is_empty() || all(octal, |byte| matches!(byte, b'0'..=b'7'));
        return octal_or_zero.then(|| zero(octal));
    }
    let mut parts = digits.split(':');
    let first = parts.next()?;
    let starts_right = first.starts_with(|c: char| matches!(c, '1'..='9'));
    let sexagesimal = parts.all(is_sixtieth);
    (starts_right && sexagesimal && all(first, |byte| byte.is_ascii_digit())).then_some(false)
}

/// A part of a sexagesimal number after the first colon: `0` to `59`.
fn is_sixtieth(part: &str) -> bool {
    matches!(part.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9'])
}

/// `Some(is zero)` for a float of YAML 1.1 as PyYAML resolves it (a dot is needed).
fn float(text: &str) -> Option<bool> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Some(false);
    }
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => unsigned.split_at_checked(at)?,
        None => (unsigned, ""),
    };
    if !exponent.is_empty() {
        let power = exponent.get(1..)?.strip_prefix(['-', '+'])?;
        if power.is_empty() || !power.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
    }
    let (whole, fraction) = mantissa.split_once('.')?;
    let sexagesimal = whole.contains(':') && exponent.is_empty() && {
        let mut parts = whole.split(':');
        let first = parts.next().unwrap_or_default();
        !first.is_empty() && digits(first) && parts.all(is_sixtieth)
    };
    let plain = digits(whole)
        && (whole.starts_with(|c: char| c.is_ascii_digit())
            || whole.is_empty() && fraction.starts_with(|c: char| c.is_ascii_digit() || c == '_'));
    ((plain || sexagesimal) && digits(fraction))
        .then(|| !mantissa.bytes().any(|byte| matches!(byte, b'1'..=b'9')))
}

/// `2024-01-01`, or a time stamp `2024-1-1 10:00:00.5 +02:00`.
fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let (Some(year), Some(month), Some(day)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let is_number = |part: &str, most: usize| {
        (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if year.len() != 4 || !is_number(year, 4) {
        return false;
    }
    if month.len() == 2 && is_number(month, 2) && day.len() == 2 && is_number(day, 2) {
        return true;
    }
    // The long form: a one or two digit day, then `T`, `t` or blanks, then `H:MM:SS`.
    let end = day.find(|c: char| !c.is_ascii_digit()).unwrap_or(day.len());
    let (day, time) = day.split_at(end);
    let time = match time.strip_prefix(['T', 't']) {
        Some(time) => time,
        None if time.starts_with([' ', '\t']) => time.trim_start_matches([' ', '\t']),
        None => return false,
    };
    let mut clock = time.splitn(3, ':');
    let (Some(hour), Some(minute), Some(second)) = (clock.next(), clock.next(), clock.next())
    else {
        return false;
    };
    is_number(month, 2)
        && is_number(day, 2)
        && is_number(hour, 2)
        && minute.len() == 2
        && is_number(minute, 2)
        && second.get(..2).is_some_and(|part| is_number(part, 2))
}

#[cfg(test)]
mod tests {
    use super::{Kind, plain};

    #[test]
    fn types_of_plain_scalars() {
        let cases = [
            ("yes", Kind::Bool(true)),
            ("Off", Kind::Bool(false)),
            ("y", Kind::Text),
            ("~", Kind::Null),
            ("", Kind::Null),
            ("010", Kind::Int(false)),
            ("08", Kind::Text),
            ("0", Kind::Int(true)),
            ("-1_000", Kind::Int(false)),
            ("1:30", Kind::Int(false)),
            ("1:75", Kind::Text),
            ("0x1F", Kind::Int(false)),
            ("0b", Kind::Text),
            ("1.10", Kind::Float(false)),
            ("0.0", Kind::Float(true)),
            (".5", Kind::Float(false)),
            (".", Kind::Text),
            ("1e3", Kind::Text),
            ("1.0e+3", Kind::Float(false)),
            ("1.0e3", Kind::Text),
            (".inf", Kind::Float(false)),
            ("1.2.3", Kind::Text),
            ("2024-01-01", Kind::Date),
            ("2024-1-1", Kind::Text),
            ("2024-01-01T10:00:00Z", Kind::Date),
            ("2024-1-1 1:02:03", Kind::Date),
            ("pdf-tools", Kind::Text),
            ("8004", Kind::Int(false)),
        ];
        for (text, kind) in cases {
            assert_eq!(plain(text), kind, "{text}");
        }
    }
}

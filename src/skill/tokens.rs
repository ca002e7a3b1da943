//! An estimate of what a skill costs an agent's context. Not a tokenizer: no two models agree anyway.

use serde::{Deserialize, Serialize};

use crate::text::scan;

/// Estimated tokens of a skill, by when an agent pays for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    /// Name and description: in every conversation.
    pub always: u32,
    /// The whole `SKILL.md`: when the skill is used.
    pub on_use: u32,
}

/// Estimates the tokens of a text: four ASCII characters to a token, one token for each wide
/// (mostly CJK) character, half a token for any other.
pub fn estimate(text: &str) -> u32 {
    let mut meter = Meter::new(text);
    for (_, c) in scan::chars(text, |byte| !byte.is_ascii()) {
        meter.beyond_ascii(c);
    }
    meter.tokens()
}

/// The estimate of a text that somebody else goes through anyway.
pub struct Meter {
    /// Of a token.
    quarters: u64,
}

impl Meter {
    /// For a text that is ASCII, until told otherwise.
    pub fn new(text: &str) -> Self {
        Meter {
            quarters: text.len() as u64,
        }
    }

    /// Takes a character of the text that is not ASCII.
    pub fn beyond_ascii(&mut self, c: char) {
        let cost = match u32::from(c) {
            0x1100..=0x11FF | 0x2E80..=0xD7FF | 0xF900..=0xFAFF | 0xFF00..=0xFFEF | 0x1F300.. => 4,
            _ => 2,
        };
        self.quarters = (self.quarters + cost).saturating_sub(c.len_utf8() as u64);
    }

    /// The tokens of the text.
    pub fn tokens(&self) -> u32 {
        u32::try_from(self.quarters.div_ceil(4)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::estimate;

    #[test]
    fn counts_by_script() {
        let cases = [("", 0), ("abcd", 1), ("abcde", 2), ("数据库", 3), ("éé", 1)];
        for (text, tokens) in cases {
            assert_eq!(estimate(text), tokens, "{text}");
        }
    }
}

//! Words: runs of letters and digits. The unit in which "nothing of the source is missing on the
//! screen" is said and checked. Not a tokenizer for search or for language.

/// The runs of letters and digits ([`char::is_alphanumeric`]) of `s`, in order.
pub fn words(s: &str) -> impl Iterator<Item = &str> {
    s.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::words;

    fn all(s: &str) -> Vec<&str> {
        words(s).collect()
    }

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        assert_eq!(
            all("run `git-lfs` v2.0, naïve 技能!"),
            ["run", "git", "lfs", "v2", "0", "naïve", "技能"]
        );
        assert_eq!(all("--- | * \n"), Vec::<&str>::new());
    }
}

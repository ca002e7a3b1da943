//! A made-up library of skills of any size, the same for the same count and seed on every machine.
//!
//! For benches and tests that need a large or varied folder: sizes follow what thousands of published skills
//! measure (median 5.6 kB, one in a hundred over 36 kB), and the usual trouble is mixed in. Not for checking a
//! single rule: such a test writes its own small files. The texts mean nothing.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes `count` skills below `root`, a folder like the `skills/` of a home, which is created if missing.
///
/// Three skills in ten have support files; three in a hundred a frontmatter that does not parse; one in a hundred
/// lies inside another skill, one has CR LF line ends or a byte order mark; fewer lack the final line end. Some
/// names differ from the folder's, a few occur twice. On Unix there is one link to a skill's folder for every
/// hundred skills, on top of `count`. `.usage.json` has a record for six in ten.
///
/// # Errors
/// The first failure to create or write something below `root`.
pub fn generate(root: &Path, count: usize, seed: u64) -> io::Result<()> {
    fs::create_dir_all(root)?;
    let categories = make_categories(root, count, seed)?;
    let mut made: Vec<Skill> = Vec::with_capacity(count);
    for index in 0..count {
        let mut rng = Rng::new(seed, index);
        let folder = format!("{}-{}-{index}", rng.pick(VERBS), rng.pick(NOUNS));
        let outer = made.last().filter(|_| rng.chance(10));
        let parent = match outer {
            Some(outer) => outer.path.clone(),
            None if rng.chance(50) => PathBuf::new(),
            None => categories
                .get(rng.below(categories.len()))
                .cloned()
                .unwrap_or_default(),
        };
        let name = match (rng.below(1000), made.last()) {
            (0..10, Some(other)) => other.name.clone(),
            (10..40, _) => title(&folder),
            _ => folder.clone(),
        };
        let skill = Skill {
            path: parent.join(&folder),
            name,
        };
        let home = root.join(&skill.path);
        fs::create_dir_all(&home)?;
        fs::write(home.join("SKILL.md"), document(&mut rng, &skill.name))?;
        if rng.chance(300) {
            write_support(&mut rng, &home)?;
        }
        made.push(skill);
    }
    make_links(root, &categories, &made, seed)?;
    fs::write(root.join(".usage.json"), usage(&made, seed))
}

/// Where a skill lies below the root, and its frontmatter name, by which usage knows it.
struct Skill {
    path: PathBuf,
    name: String,
}

/// Folders one to three levels deep, about one for 25 skills, each level with its `DESCRIPTION.md`.
fn make_categories(root: &Path, count: usize, seed: u64) -> io::Result<Vec<PathBuf>> {
    let mut categories = Vec::new();
    for index in 0..(count / 25).max(1) {
        let mut rng = Rng::new(!seed, index);
        let mut path = PathBuf::new();
        for level in 0..=rng.below(3) {
            path.push(rng.pick(if level == 0 { AREAS } else { NOUNS }));
            let folder = root.join(&path);
            fs::create_dir_all(&folder)?;
            let blurb = sentence(&mut rng, 8);
            fs::write(
                folder.join("DESCRIPTION.md"),
                format!("---\ndescription: {blurb}\n---\n"),
            )?;
        }
        categories.push(path);
    }
    Ok(categories)
}

fn write_support(rng: &mut Rng, home: &Path) -> io::Result<()> {
    for number in 0..=rng.below(5) {
        let (folder, file, content) = match rng.below(5) {
            0 | 1 => (
                "references",
                format!("{}-{number}.md", rng.pick(NOUNS)),
                body(rng, 3000),
            ),
            2 => (
                "scripts",
                format!("{}-{number}.sh", rng.pick(VERBS)),
                format!("#!/bin/sh\nset -eu\necho \"{}\"\n", sentence(rng, 5)),
            ),
            3 => (
                "templates",
                format!("{}-{number}.yaml", rng.pick(NOUNS)),
                format!("{}: {}\n", rng.pick(NOUNS), rng.below(100)),
            ),
            _ => (
                "assets",
                format!("{}-{number}.bin", rng.pick(NOUNS)),
                String::new(),
            ),
        };
        let path = home.join(folder).join(file);
        fs::create_dir_all(home.join(folder))?;
        if folder == "assets" {
            let bytes: Vec<u8> = (0..rng.below(400))
                .flat_map(|_| rng.next().to_le_bytes())
                .collect();
            fs::write(&path, bytes)?;
        } else {
            fs::write(&path, content)?;
        }
        #[cfg(unix)]
        if folder == "scripts" {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn make_links(root: &Path, categories: &[PathBuf], made: &[Skill], seed: u64) -> io::Result<()> {
    for index in 0..made.len() / 100 {
        let mut rng = Rng::new(seed.rotate_left(32), index);
        let (Some(target), Some(category)) = (
            made.get(rng.below(made.len())),
            categories.get(rng.below(categories.len())),
        ) else {
            continue;
        };
        let up: PathBuf = category.components().map(|_| "..").collect();
        std::os::unix::fs::symlink(
            up.join(&target.path),
            root.join(category).join(format!("linked-{index}")),
        )?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn make_links(
    _root: &Path,
    _categories: &[PathBuf],
    _made: &[Skill],
    _seed: u64,
) -> io::Result<()> {
    Ok(())
}

/// The bytes of a SKILL.md.
fn document(rng: &mut Rng, name: &str) -> Vec<u8> {
    let mut text = if rng.chance(30) {
        broken_frontmatter(rng, name)
    } else {
        frontmatter(rng, name)
    };
    let rest = size(rng).saturating_sub(text.len());
    text += &body(rng, rest);
    match rng.below(1000) {
        0..5 => text.replace('\n', "\r\n").into_bytes(),
        5..10 => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        10..15 => text.trim_end().as_bytes().to_vec(),
        _ => text.into_bytes(),
    }
}

/// Bytes of a SKILL.md, after the measured distribution: (skills in 10,000, bytes), straight lines between.
fn size(rng: &mut Rng) -> usize {
    const QUANTILES: [(usize, usize); 10] = [
        (0, 250),
        (1_000, 1_800),
        (2_500, 3_000),
        (5_000, 5_600),
        (7_500, 10_000),
        (9_000, 15_600),
        (9_500, 20_200),
        (9_900, 35_700),
        (9_990, 68_000),
        (10_000, 120_000),
    ];
    let roll = rng.below(10_000);
    for pair in QUANTILES.windows(2) {
        if let [(from, small), (to, large)] = *pair
            && roll < to
        {
            return small + (large - small) * (roll - from) / (to - from);
        }
    }
    0
}

fn frontmatter(rng: &mut Rng, name: &str) -> String {
    let mut yaml = format!("---\nname: {name}\n");
    let words = 8 + rng.below(30);
    let description = sentence(rng, words);
    match rng.below(10) {
        0 => {
            let _ = writeln!(
                yaml,
                "description: >-\n  {description}\n  {}",
                sentence(rng, 6)
            );
        }
        1 => {
            let _ = writeln!(
                yaml,
                "description: \"Use when: {description}\" # shown in lists"
            );
        }
        2 => {
            let _ = writeln!(yaml, "description: {} {description}", rng.pick(CJK));
        }
        _ => {
            let _ = writeln!(yaml, "description: {description}");
        }
    }
    let (area, noun) = (rng.pick(AREAS), rng.pick(NOUNS));
    let optional = [
        "license: MIT\n".to_owned(),
        format!("version: 1.{}.0\n", rng.below(20)),
        format!("tags: [{area}, {noun}]\n"),
        "allowed-tools: Bash(git:*), Read, Grep\n".to_owned(),
        format!("metadata:\n  hermes:\n    tags: [{noun}]\n    category: {area}\n"),
        format!("metadata: {{\"{area}\": {{\"requires\": {{\"bins\": [\"{noun}\"]}}}}}}\n"),
        "platforms: [linux, macos]\n".to_owned(),
        format!("# kept by hand\nrisk: low\nsource: {area}\n"),
        "argument-hint: [file]\nuser-invocable: true\n".to_owned(),
    ];
    let mut metadata = false;
    for block in optional {
        // Two `metadata` keys would be another fault.
        let again = metadata && block.starts_with("metadata");
        if !again && rng.chance(250) {
            metadata |= block.starts_with("metadata");
            yaml += &block;
        }
    }
    yaml + "---\n"
}

fn broken_frontmatter(rng: &mut Rng, name: &str) -> String {
    let text = sentence(rng, 12);
    match rng.below(8) {
        0 => format!("---\nname: {name}\ndescription: Use when: {text}\n---\n"),
        1 => format!("---\nname: {name}\ndescription: **{text}** and more\n---\n"),
        2 => format!("---\nname: {name}\ndescription: \"{text}\n---\n"),
        3 => format!("---\nname: {name}\nmetadata:\n\tkey: value\n---\n"),
        4 => format!("---\nname: {name}\ndescription: {text}\n\n"),
        5 => format!("# {name}\n\n{text}\n"),
        6 => format!("name: {name}\ndescription: {text}\n\n"),
        _ => format!("---\nname: {name}\n{text} without a key\n---\n"),
    }
}

/// Markdown of about `bytes` bytes: headings, and every kind of block that skills use.
fn body(rng: &mut Rng, bytes: usize) -> String {
    let mut text = format!("\n# {}\n", title(&sentence(rng, 3)));
    let cjk = rng.chance(50);
    while text.len() < bytes {
        text.push('\n');
        if rng.chance(200) {
            let _ = writeln!(
                text,
                "{} {}\n",
                "#".repeat(2 + rng.below(3)),
                title(&sentence(rng, 3))
            );
        }
        block(rng, &mut text, cjk);
    }
    text
}

fn block(rng: &mut Rng, text: &mut String, cjk: bool) {
    let many = 2 + rng.below(6);
    match rng.below(20) {
        0..3 => {
            let language = rng.pick(&[
                "bash",
                "python",
                "json",
                "yaml",
                "rust",
                "typescript",
                "",
                "text",
            ]);
            let _ = writeln!(text, "```{language}");
            for step in 0..many * 2 {
                let _ = writeln!(
                    text,
                    "{}{} --{} {step}",
                    "    ".repeat(step % 3),
                    rng.pick(VERBS),
                    rng.pick(NOUNS)
                );
            }
            text.push_str("```\n");
        }
        3..5 => {
            let columns = 2 + rng.below(5);
            let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
            *text += &row((0..columns).map(|_| title(rng.pick(NOUNS))).collect());
            *text += &row((0..columns)
                .map(|i| {
                    if i % 2 == 0 {
                        "---".to_owned()
                    } else {
                        "---:".to_owned()
                    }
                })
                .collect());
            for _ in 0..many {
                *text += &row((0..columns).map(|_| sentence(rng, 2)).collect());
            }
        }
        5..9 => {
            for item in 0..many {
                let _ = writeln!(text, "{}- {}", "  ".repeat(item % 4), sentence(rng, 7));
            }
        }
        9..11 => {
            for item in 1..=many {
                let _ = writeln!(
                    text,
                    "{item}. **{}**: {}",
                    rng.pick(NOUNS),
                    sentence(rng, 9)
                );
            }
        }
        11 => {
            for item in 0..many {
                let _ = writeln!(
                    text,
                    "- [{}] {}",
                    if item % 2 == 0 { "x" } else { " " },
                    sentence(rng, 5)
                );
            }
        }
        12 => {
            let _ = writeln!(
                text,
                "> {} {}\n>\n> {}",
                rng.pick(EMOJI),
                sentence(rng, 8),
                sentence(rng, 6)
            );
        }
        13 => {
            let _ = writeln!(
                text,
                "See [{0}](references/{0}.md), <https://example.com/{0}> and `{1}`.",
                rng.pick(NOUNS),
                rng.pick(VERBS)
            );
        }
        14 => {
            let (left, right) = (rng.pick(VERBS), rng.pick(NOUNS));
            let bar = |word: &str| "─".repeat(word.len() + 2);
            let _ = writeln!(
                text,
                "```\n┌{0}┐    ┌{1}┐\n│ {left} │───▶│ {right} │\n└{0}┘    └{1}┘\n```",
                bar(left),
                bar(right)
            );
        }
        15 => {
            let _ = writeln!(text, "<!-- {} -->\n\n---", sentence(rng, 4));
        }
        16 => {
            let _ = writeln!(text, "{}", sentence(rng, 60 + many * 10));
        }
        _ if cjk => {
            for _ in 0..many {
                text.push_str(rng.pick(CJK));
            }
            text.push('\n');
        }
        _ => {
            for _ in 0..many {
                let _ = writeln!(text, "{}", sentence(rng, 12));
            }
        }
    }
}

/// Words without anything that YAML or Markdown would take for syntax, and a full stop.
fn sentence(rng: &mut Rng, words: usize) -> String {
    let mut text = String::with_capacity(words * 8);
    for word in 0..words {
        if word > 0 {
            text.push(' ');
        }
        text.push_str(match word % 3 {
            0 => rng.pick(VERBS),
            1 => rng.pick(LINKS),
            _ => rng.pick(NOUNS),
        });
    }
    text.push('.');
    text
}

fn title(words: &str) -> String {
    let mut upper = true;
    let mut text = String::with_capacity(words.len());
    for c in words.trim_end_matches('.').chars() {
        let c = if c == '-' { ' ' } else { c };
        text.push(if upper { c.to_ascii_uppercase() } else { c });
        upper = c == ' ';
    }
    text
}

/// The usage sidecar as Hermes writes it: two blanks, keys sorted, no final line end.
fn usage(made: &[Skill], seed: u64) -> String {
    // By name: two skills of one name share a record.
    let mut records = std::collections::BTreeMap::new();
    for (index, skill) in made.iter().enumerate() {
        let mut rng = Rng::new(seed.rotate_left(16), index);
        if !rng.chance(600) {
            continue;
        }
        // Few skills are used much: a product of three rolls is mostly small.
        let used = rng.below(8) * rng.below(8) * rng.below(8);
        let (viewed, patched) = (used + rng.below(5), rng.below(4));
        let born = rng.below(300);
        let since = born + rng.below(300 - born);
        let state = if since < 180 && rng.chance(300) {
            "stale"
        } else {
            "active"
        };
        let created_by = if rng.chance(400) { "\"agent\"" } else { "null" };
        let pinned = rng.chance(20);
        let mut time = |count: usize, day: usize| {
            if count == 0 {
                "null".to_owned()
            } else {
                format!("\"{}\"", timestamp(&mut rng, day))
            }
        };
        let (created, last_used, last_viewed, last_patched) = (
            time(1, born),
            time(used, since),
            time(viewed, since),
            time(patched, since),
        );
        records.insert(
            skill.name.as_str(),
            format!(
                "{{\n    \"archived_at\": null,\n    \"created_at\": {created},\n    \"created_by\": {created_by},\n    \
                 \"last_patched_at\": {last_patched},\n    \"last_used_at\": {last_used},\n    \"last_viewed_at\": {last_viewed},\n    \
                 \"patch_count\": {patched},\n    \"pinned\": {pinned},\n    \"state\": \"{state}\",\n    \
                 \"use_count\": {used},\n    \"view_count\": {viewed}\n  }}"
            ),
        );
    }
    let records: Vec<String> = records
        .into_iter()
        .map(|(name, record)| format!("  \"{name}\": {record}"))
        .collect();
    if records.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{\n{}\n}}", records.join(",\n"))
    }
}

/// A time on the `day`-th day (0 to 299) of 2026, in UTC; without a fraction where that is zero.
fn timestamp(rng: &mut Rng, day: usize) -> String {
    const MONTHS: [usize; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let (mut month, mut left) = (1, day);
    for length in MONTHS {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    let fraction = if rng.chance(50) {
        String::new()
    } else {
        format!(".{:06}", rng.below(1_000_000))
    };
    let (hour, minute, second) = (rng.below(24), rng.below(60), rng.below(60));
    format!(
        "2026-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}{fraction}+00:00",
        left + 1
    )
}

/// Marsaglia's xorshift with a multiplied output; the start is spread so that neighbouring numbers differ at once.
struct Rng(u64);

impl Rng {
    fn new(seed: u64, index: usize) -> Self {
        let index = u64::try_from(index).unwrap_or(u64::MAX);
        let mut state = seed ^ index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Rng((state ^ (state >> 31)).max(1))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// 0 to `limit` - 1; 0 for a limit of 0.
    fn below(&mut self, limit: usize) -> usize {
        let high = self.next() >> 32;
        let limit = u64::try_from(limit).unwrap_or(0);
        usize::try_from((high * limit) >> 32).unwrap_or(0)
    }

    fn chance(&mut self, per_mille: usize) -> bool {
        self.below(1000) < per_mille
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words.get(self.below(words.len())).copied().unwrap_or("")
    }
}

#[rustfmt::skip]
const AREAS: &[&str] = &[
    "devops", "research", "writing", "data", "security", "mobile", "frontend", "finance", "media", "testing", "mlops", "office",
];
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "deploy", "review", "format", "migrate", "measure", "collect", "draft", "inspect", "rotate", "compare", "trace",
    "publish", "restore", "profile", "merge", "translate", "verify", "summarise", "schedule", "index",
];
#[rustfmt::skip]
const NOUNS: &[&str] = &[
    "cluster", "report", "schema", "release", "invoice", "dataset", "pipeline", "token", "layout", "branch", "query", "transcript",
    "budget", "image", "container", "calendar", "notebook", "certificate", "glossary", "benchmark", "changelog", "mailbox",
];
#[rustfmt::skip]
const LINKS: &[&str] = &["the", "every", "one", "each", "a new", "the last", "no", "that", "its", "the whole"];
#[rustfmt::skip]
const CJK: &[&str] = &["部署之前先检查配置。", "手順を確認してから実行する。", "결과를 저장하고 보고서를 만든다.", "如果失败，回滚并记录原因。"];
#[rustfmt::skip]
const EMOJI: &[&str] = &["⚠️", "🚀", "✅", "💡", "👩‍💻", "🇩🇪"];

#[cfg(test)]
#[path = "library/tests.rs"]
mod tests;

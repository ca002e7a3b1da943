//! What each rule is about: why it matters, what breaks it, what to do.
//!
//! Every example breaks its rule, which a test tries. How bad it is for whom is in the rule's table.

use crate::skill::rule::Rule;

/// The explanation of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Why it matters, reader by reader where they differ.
    pub why: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
    /// Something that breaks it.
    pub example: Example,
}

/// Something that breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// The bytes of a `SKILL.md`.
    File(&'static [u8]),
    /// Files of a folder; the rule is about their place.
    Tree {
        /// What to check in it.
        open: &'static str,
        /// What lies in it.
        parts: &'static [Part],
    },
}

/// Something in an example's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A file: path and text.
    File(&'static str, &'static str),
    /// A link: path and target.
    Link(&'static str, &'static str),
}

/// The same text ten times.
macro_rules! ten {
    ($text:expr) => {
        concat!(
            $text, $text, $text, $text, $text, $text, $text, $text, $text, $text
        )
    };
}

/// A good skill with more lines in its frontmatter.
macro_rules! with {
    ($lines:expr) => {
        Example::File(
            concat!(
                "---\nname: pdf-tools\ndescription: Use when asked for PDFs.\n",
                $lines,
                "---\nRead the file.\n"
            )
            .as_bytes(),
        )
    };
}

/// A skill with this name.
macro_rules! named {
    ($name:expr) => {
        Example::File(
            concat!(
                "---\nname: ",
                $name,
                "\ndescription: Use when asked for PDFs.\n---\nRead the file.\n"
            )
            .as_bytes(),
        )
    };
}

/// A skill with this description.
macro_rules! described {
    ($text:expr) => {
        Example::File(
            concat!(
                "---\nname: pdf-tools\ndescription: ",
                $text,
                "\n---\nRead the file.\n"
            )
            .as_bytes(),
        )
    };
}

/// A good skill with this body.
macro_rules! body {
    ($text:expr) => {
        Example::File(
            concat!(
                "---\nname: pdf-tools\ndescription: Use when asked for PDFs.\n---\n",
                $text
            )
            .as_bytes(),
        )
    };
}

/// A folder with a skill that has this body.
macro_rules! referring {
    ($text:expr) => {
        Example::Tree {
            open: "pdf-tools",
            parts: &[Part::File(
                "pdf-tools/SKILL.md",
                concat!(
                    "---\nname: pdf-tools\ndescription: Use when asked for PDFs.\n---\n",
                    $text
                ),
            )],
        }
    };
}

const GOOD: &str =
    "---\nname: pdf-tools\ndescription: Use when asked for PDFs.\n---\nRead the file.\n";

/// What makes a folder with `skills/` a home.
const CONFIG: Part = Part::File("home/config.yaml", "{}\n");

const fn tree(open: &'static str, parts: &'static [Part]) -> Example {
    Example::Tree { open, parts }
}

/// The explanation of a rule.
pub fn explain(rule: Rule) -> Explanation {
    let (why, remedy, example) = parts(rule);
    Explanation {
        why,
        remedy,
        example,
    }
}

fn parts(rule: Rule) -> (&'static str, &'static str, Example) {
    match rule {
        Rule::Unreadable => (
            "An agent that cannot open the file knows nothing of the skill.",
            "Check the file, its link and its permissions.",
            tree(
                "skills",
                &[Part::Link("skills/pdf-tools/SKILL.md", "nowhere.md")],
            ),
        ),
        Rule::NotUtf8 => (
            "Agents read UTF-8. Some skip the file, the reference validator crashes on it.",
            "Save the file as UTF-8.",
            Example::File(
                b"---\nname: pdf-tools\ndescription: Use in a caf\xE9.\n---\nRead the file.\n",
            ),
        ),
        Rule::LinkAsText => (
            "Where links are not supported, a checkout writes a link's target into a plain file. No \
             agent follows it.",
            "Check out with links switched on, or copy the file.",
            Example::File(b"../shared/SKILL.md\n"),
        ),
        Rule::NoFrontmatter => (
            "Without a frontmatter there is no name and no description. Most agents skip the skill; \
             Claude Code and Hermes fall back to the folder's name and the first line of text.",
            "Begin the file with `---`, `name:`, `description:`, `---`.",
            Example::File(b"name: pdf-tools\ndescription: Use when asked for PDFs.\n\nRead it.\n"),
        ),
        Rule::NestedFrontmatter => (
            "A frontmatter counts at the very first line. Behind a blank line, a comment, other text \
             or inside a code fence it is a part of the body.",
            "Move the frontmatter to the top of the file.",
            Example::File(
                b"<!-- draft -->\n---\nname: pdf-tools\ndescription: Use when asked for PDFs.\n---\n\
                  Read the file.\n",
            ),
        ),
        Rule::UnclosedFrontmatter => (
            "Without a second `---` at the start of a line the whole file is one frontmatter to some \
             readers and none to others.",
            "Add a line `---` after the last field.",
            Example::File(b"---\nname: pdf-tools\ndescription: Use when asked for PDFs.\n\nRead it.\n"),
        ),
        Rule::Yaml => (
            "When the YAML does not parse, Codex and OpenCode drop the skill, Claude Code drops all \
             fields, Hermes and Gemini CLI fall back to reading single lines. A colon with a blank \
             behind it in a plain value is by far the most frequent cause.",
            "Put the value in quotes, or write it as a block (`description: >-`).",
            described!("Use when: asked for PDFs."),
        ),
        Rule::SurrogateEscape => (
            "JSON writers turn a character beyond U+FFFF into two escapes. libyaml, which Hermes and \
             Codex use, refuses them; readers written in JavaScript take them.",
            "Write the character itself.",
            with!("metadata:\n  sign: \"\\ud83d\\udcc4\"\n"),
        ),
        Rule::StrictYaml => (
            "The reference validator reads a strict subset of YAML: no `[ ]`, no `{ }`, no tags, no \
             anchors and aliases. All agents take them.",
            "Write lists and maps over several lines, if the validator matters.",
            with!("metadata: {author: me}\n"),
        ),
        Rule::NotAMapping => (
            "A frontmatter that is empty, a list or a text has no fields to read.",
            "Add `name:` and `description:`.",
            Example::File(b"---\n# to be written\n---\nRead the file.\n"),
        ),
        Rule::FileCase => (
            "Agents look for a file named exactly SKILL.md. Another spelling works on some file \
             systems and breaks on others.",
            "Rename the file to SKILL.md.",
            tree("skills", &[Part::File("skills/pdf-tools/Skill.md", GOOD)]),
        ),
        Rule::TwoEntryFiles => (
            "On macOS and Windows both spellings are one file: a checkout keeps one of the two.",
            "Keep SKILL.md and remove the other.",
            tree(
                "skills",
                &[
                    Part::File("skills/pdf-tools/SKILL.md", GOOD),
                    Part::File("skills/pdf-tools/skill.md", GOOD),
                ],
            ),
        ),
        Rule::MissingName => (
            "The specification asks for a name. Claude Code, Codex and Hermes take the folder's name \
             instead; Gemini CLI and OpenCode skip the skill.",
            "Add `name:` with the folder's name.",
            Example::File(b"---\ndescription: Use when asked for PDFs.\n---\nRead the file.\n"),
        ),
        Rule::MissingDescription => (
            "Agents choose a skill by its description. Codex, Gemini CLI and OpenCode skip a skill \
             without one; Claude Code and Hermes take the first line of text instead.",
            "Add `description:` saying what the skill does and when to use it.",
            Example::File(b"---\nname: pdf-tools\n---\nRead the file.\n"),
        ),
        Rule::NotAText => (
            "Readers of YAML 1.1 (PyYAML, so Hermes) take `yes`, `on`, `010`, `2026-01-02` or `~` for \
             something else than a text. Hermes leaves such a skill out of its list.",
            "Put the value in quotes.",
            named!("yes"),
        ),
        Rule::HermesFails => (
            "Hermes answers in JSON and cannot write a date. With one in these fields it cannot open \
             the skill; in the description it loses its whole list.",
            "Put the date in quotes.",
            tree(
                "home",
                &[CONFIG, Part::File(
                    "home/skills/pdf-tools/SKILL.md",
                    "---\nname: pdf-tools\ndescription: Use when asked for PDFs.\nmetadata:\n  since: \
                     2026-01-02\n---\nRead the file.\n",
                )],
            ),
        ),
        Rule::HermesHides => (
            "Hermes leaves a skill out of its list for its platforms, its environments, the settings, \
             or a name or description that is no text.",
            "Change what the message names, if the skill should be listed.",
            tree(
                "home",
                &[CONFIG, Part::File(
                    "home/skills/pdf-tools/SKILL.md",
                    "---\nname: pdf-tools\ndescription: 42\n---\nRead the file.\n",
                )],
            ),
        ),
        Rule::HermesName => (
            "Hermes reads the first 4000 characters of a file and the first 64 of a name.",
            "Write `name:` near the top, with 64 characters at most.",
            tree(
                "home",
                &[CONFIG, Part::File(
                    "home/skills/pdf-tools/SKILL.md",
                    concat!(
                        "---\nname: ",
                        ten!("abcdefg"),
                        "\ndescription: Use when asked for PDFs.\n---\nRead the file.\n"
                    ),
                )],
            ),
        ),
        Rule::HermesDescription => (
            "Hermes reads the first 4000 characters of a file, and closes a frontmatter only at a \
             `---` with a line end. What it lists then is not the description.",
            "Close the frontmatter within the first 4000 characters, with a line end.",
            tree(
                "home",
                &[CONFIG, Part::File(
                    "home/skills/pdf-tools/SKILL.md",
                    "---\nname: pdf-tools\ndescription: Use when asked for PDFs.\n---",
                )],
            ),
        ),
        Rule::UsageName => (
            "Hermes keeps pins and counters under the first line that starts with `name:`, taken as it \
             stands, with its comment and from inside of other fields too.",
            "Let the first line that starts with `name:` be the skill's name alone.",
            tree(
                "home",
                &[CONFIG, Part::File(
                    "home/skills/pdf-tools/SKILL.md",
                    "---\nname: pdf-tools # for PDFs\ndescription: Use when asked for PDFs.\n---\n\
                     Read the file.\n",
                )],
            ),
        ),
        Rule::UnknownPlatform => (
            "Hermes compares `platforms` with the host it runs on. A word that fits no host hides the \
             skill on every machine when nothing else is listed.",
            "Write linux, macos or windows; leave `platforms` out for all.",
            with!("platforms: any\n"),
        ),
        Rule::NameFolder => (
            "The specification wants one name for both. Agents go by either: Codex and Claude Code show \
             one and resolve the other, Hermes manages skills by folder.",
            "Give folder and `name` the same spelling.",
            tree("skills", &[Part::File("skills/pdf/SKILL.md", GOOD)]),
        ),
        Rule::NameLength => (
            "64 characters are allowed. Codex drops the skill, Hermes cuts the name.",
            "Make the name shorter, and the folder's with it.",
            named!(concat!(ten!("abcdef"), "ghijk")),
        ),
        Rule::NameCharacters => (
            "Only letters, digits and hyphens are allowed. OpenCode skips the skill, Gemini CLI \
             replaces some of the characters.",
            "Write a name of a-z, 0-9 and hyphens.",
            named!("pdf_tools"),
        ),
        Rule::NameCase => (
            "Names are lower case. OpenCode skips the skill; on file systems that ignore case two names \
             become one.",
            "Write the name in lower case.",
            named!("PDF-Tools"),
        ),
        Rule::NameHyphens => (
            "A hyphen stands between words, one at a time.",
            "Remove hyphens at the ends and double ones.",
            named!("pdf--tools"),
        ),
        Rule::NameNotAscii => (
            "The specification says a-z, its validator takes letters of any script. OpenCode takes \
             a-z only, and a name has to be typed.",
            "Write the name in a-z, 0-9 and hyphens.",
            named!("gr\u{FC}n"),
        ),
        Rule::NameMixedScript => (
            "A Cyrillic letter among Latin ones looks the same and is another name: a way to pass for a \
             skill that people trust.",
            "Write each word in one script.",
            named!("p\u{430}ypal"),
        ),
        Rule::NameReserved => (
            "Uploads to Anthropic's services refuse names with `claude` or `anthropic`. Local agents do \
             not mind.",
            "Choose a name without the word, if the skill is to be uploaded.",
            named!("claude-helper"),
        ),
        Rule::DuplicateName => (
            "Of two skills with one name, agents take the first, the last or neither.",
            "Rename one of them.",
            tree(
                "skills",
                &[
                    Part::File("skills/a/pdf-tools/SKILL.md", GOOD),
                    Part::File("skills/b/pdf-tools/SKILL.md", GOOD),
                ],
            ),
        ),
        Rule::SharedRecord => (
            "Hermes keeps one usage record for a name. Two skills that share it share pins, counters and \
             their fate.",
            "Give the skills different names.",
            tree(
                "home",
                &[CONFIG,
                    Part::File("home/skills/a/pdf-tools/SKILL.md", GOOD),
                    Part::File("home/skills/b/pdf-tools/SKILL.md", GOOD),
                    Part::File(
                        "home/skills/.usage.json",
                        "{\"pdf-tools\": {\"use_count\": 1}}\n",
                    ),
                ],
            ),
        ),
        Rule::BackupListed => (
            "Hermes walks into backup folders too, and lists the copies as skills.",
            "Move the copy out of the library.",
            tree(
                "home",
                &[CONFIG, Part::File("home/skills/pdf-tools.bak/SKILL.md", GOOD)],
            ),
        ),
        Rule::DescriptionLength => (
            "1024 characters are allowed; the specification counts blanks at the ends too, Codex \
             counts runs of white space as one. Codex drops the skill, Hermes lists the first 1021 \
             characters.",
            "Make it shorter: move details to the body.",
            described!(concat!("Use when asked for ", ten!(ten!("documents, ")))),
        ),
        Rule::DescriptionTrigger => (
            "An agent decides by the description alone whether it opens a skill. One that only says what \
             the skill is about is rarely chosen.",
            "Add a sentence that begins with `Use when`.",
            described!("Reads and writes portable documents."),
        ),
        Rule::DescriptionMarkup => (
            "Descriptions become part of a prompt that has tags of its own. The validators of Anthropic \
             and Codex refuse `<` and `>`.",
            "Write it in words, or in other brackets.",
            described!("Use when asked for <file>."),
        ),
        Rule::CommentCutsValue => (
            "In a plain value, a `#` behind a blank begins a comment: YAML drops the rest without a \
             word.",
            "Put the value in quotes.",
            described!("Use when asked for ticket #12 and the like."),
        ),
        Rule::DuplicateKey => (
            "Strict readers refuse a key that occurs twice, the others take the last.",
            "Keep one of them.",
            with!("license: MIT\nlicense: Apache-2.0\n"),
        ),
        Rule::NearMissKey => (
            "A misspelt key is ignored without a word by every agent.",
            "Spell it as the message says.",
            with!("licence: MIT\n"),
        ),
        Rule::UnknownKey => (
            "The specification lists six keys, and its validator refuses all others. Agents ignore what \
             they do not know, and have keys of their own.",
            "Move the field below `metadata:`, if the skill is to meet the specification.",
            with!("homepage: https://example.com\n"),
        ),
        Rule::FieldType => (
            "A field of another type than a reader expects is ignored, turned into a text, or makes the \
             reader drop the skill.",
            "Write the type that the message names.",
            with!("license:\n  - MIT\n"),
        ),
        Rule::EmptyField => (
            "A field without a value says nothing, and readers differ on what nothing means.",
            "Give it a value, or remove it.",
            with!("license:\n"),
        ),
        Rule::CompatibilityLength => (
            "500 characters are allowed.",
            "Make it shorter: move details to the body.",
            with!(concat!("compatibility: Needs ", ten!(ten!("tools, ")), "\n")),
        ),
        Rule::MetadataValues => (
            "The specification wants texts below `metadata`. Readers turn numbers, lists and maps into \
             texts (`1.10` becomes `1.1`), or drop them. Hermes reads lists and maps of its own there.",
            "Put values in quotes.",
            with!("metadata:\n  version: 1.10\n"),
        ),
        Rule::AllowedToolsShape => (
            "The specification wants one text with blanks between the tools; Claude Code documents \
             commas and lists too. A reader that knows one shape only may take the others for no \
             restriction at all.",
            "Write the tools in one text, with blanks between them.",
            with!("allowed-tools: Read, Bash(git add:*)\n"),
        ),
        Rule::Yaml11Value => (
            "Readers of YAML 1.1 and 1.2 differ on plain `yes`, `on`, `010`, `1:30` and dates, and both \
             take `3.10` for the number 3.1.",
            "Put the value in quotes.",
            with!("compatibility: 3.10\n"),
        ),
        Rule::Bom => (
            "Some Windows editors write a byte order mark. The reference validator, Codex and Gemini CLI \
             then find no frontmatter.",
            "Save the file as UTF-8 without a mark.",
            Example::File(
                b"\xEF\xBB\xBF---\nname: pdf-tools\ndescription: Use when asked for PDFs.\n---\n\
                  Read the file.\n",
            ),
        ),
        Rule::EarlyDashes => (
            "The reference validator and many scripts cut the frontmatter at the first three dashes, \
             wherever they stand: fields are lost without a word.",
            "Use other dashes.",
            described!("Use when asked --- or not."),
        ),
        Rule::FenceWhitespace => (
            "Gemini CLI wants the first line to be `---` and nothing else. Others trim it.",
            "Remove the blanks at the end of the line.",
            Example::File(
                b"--- \nname: pdf-tools\ndescription: Use when asked for PDFs.\n---\nRead the file.\n",
            ),
        ),
        Rule::DoubleFrontmatter => (
            "Tools that add a frontmatter to a file that has one leave two. Only the first is read.",
            "Move the fields into the first one, and remove the second.",
            body!("---\nname: pdf-tools\nlicense: MIT\n---\nRead the file.\n"),
        ),
        Rule::MixedLineEnds => (
            "Edits by agents search for exact text; a line end of another kind makes them miss.",
            "Use LF throughout.",
            body!("Read the file.\r\nThen write.\n"),
        ),
        Rule::Nul => (
            "YAML readers refuse NUL bytes, and some tools take the file for a binary one.",
            "Remove the NUL bytes.",
            body!("Read the \0 file.\n"),
        ),
        Rule::DanglingReference => (
            "An agent that follows the reference finds nothing.",
            "Add the file, or correct the path.",
            referring!("Read [the guide](references/guide.md).\n"),
        ),
        Rule::DanglingMention => (
            "The text names a file of a support folder that is not in the package. It may be an example, \
             or a file that was left behind.",
            "Add the file, or say that it is to be made.",
            referring!("Run `scripts/convert.py`.\n"),
        ),
        Rule::EscapingReference => (
            "What lies outside of the package does not travel with it, and agents may refuse to open it.",
            "Copy the file into the package.",
            referring!("Read [the guide](../shared/guide.md).\n"),
        ),
        Rule::DeepReference => (
            "The specification recommends references one level deep: agents read the entry file whole, \
             and may only glance at what is further down.",
            "Move the file up, or name it from a file in `references/`.",
            Example::Tree {
                open: "pdf-tools",
                parts: &[
                    Part::File(
                        "pdf-tools/SKILL.md",
                        "---\nname: pdf-tools\ndescription: Use when asked for PDFs.\n---\nRead \
                         [the guide](references/api/v2/guide.md).\n",
                    ),
                    Part::File("pdf-tools/references/api/v2/guide.md", "Read.\n"),
                ],
            },
        ),
        Rule::HiddenCharacters => (
            "Controls, zero-width and bidirectional characters make a page look different from what an \
             agent reads: a way to hide instructions.",
            "Look at the source, and remove what has no business there.",
            body!("Read the \u{202E}file.\n"),
        ),
        Rule::LinkedFile => (
            "Codex does not follow a link in place of the entry file; others do.",
            "Link the folder, or copy the file.",
            tree(
                "skills",
                &[
                    Part::File("shared/pdf.md", GOOD),
                    Part::Link("skills/pdf-tools/SKILL.md", "../../shared/pdf.md"),
                ],
            ),
        ),
        Rule::LinkedFolder => (
            "Whether Claude Code and Hermes find a linked folder depends on version and command.",
            "Copy the folder, if an agent does not see the skill.",
            tree(
                "skills",
                &[
                    Part::File("shared/pdf-tools/SKILL.md", GOOD),
                    Part::Link("skills/pdf-tools", "../shared/pdf-tools"),
                ],
            ),
        ),
        Rule::LinkedTwice => (
            "An agent that follows links lists the skill once for each way; OpenCode warns about it.",
            "Remove the links that are not needed.",
            tree(
                "skills",
                &[
                    Part::File("skills/pdf-tools/SKILL.md", GOOD),
                    Part::Link("skills/pdf", "pdf-tools"),
                ],
            ),
        ),
        Rule::NestedSkill => (
            "Claude Code and Gemini CLI look one level deep and miss the inner skill; the others list \
             both, and the inner one belongs to no package.",
            "Move the inner skill beside the outer one.",
            tree(
                "skills",
                &[
                    Part::File("skills/office/SKILL.md", GOOD),
                    Part::File("skills/office/pdf-tools/SKILL.md", GOOD),
                ],
            ),
        ),
        Rule::TooDeep => (
            "Claude Code and Gemini CLI look one level below their folder, Codex six.",
            "Move the skill up.",
            tree(
                ".claude/skills",
                &[Part::File(".claude/skills/office/pdf-tools/SKILL.md", GOOD)],
            ),
        ),
        Rule::HiddenFolder => (
            "Codex passes over folders whose name begins with a dot.",
            "Rename the folder.",
            tree(
                ".codex/skills",
                &[Part::File(".codex/skills/.mine/pdf-tools/SKILL.md", GOOD)],
            ),
        ),
        Rule::BodyLength => (
            "The whole body enters the agent's context when the skill is used. 500 lines and 5000 tokens \
             are recommended at most.",
            "Move details to files in `references/`.",
            body!(concat!(ten!(ten!("Read.\n\n\n\n\n")), "Read the file.\n")),
        ),
        Rule::EmptyBody => (
            "A skill without a body says when to use it, and nothing to do then.",
            "Write the instructions below the closing `---`.",
            body!(""),
        ),
        Rule::LineEnds => (
            "All agents read CR LF. Hermes rewrites the lines that it edits as LF.",
            "Use LF, if nothing else wants CR LF.",
            Example::File(
                b"---\r\nname: pdf-tools\r\ndescription: Use when asked for PDFs.\r\n---\r\n\
                  Read the file.\r\n",
            ),
        ),
        Rule::NoFinalNewline => (
            "Tools that append to the file run into its last line.",
            "End the file with a line end.",
            body!("Read the file."),
        ),
    }
}

#!/usr/bin/env python3
"""Writes hand-made Hermes homes full of the cases where readers disagree.

    make_edge_home.py DIR

DIR must not exist or be empty. It receives these homes (folders with
`skills/`), and `arguments.json`, the look-up arguments worth trying on `main`
beside the ones that follow from its files:

main        nearly everything: see the functions below, one per theme
loop        a folder link that leads back to the root of the library
poison      one skill whose description cannot be written as JSON
scalar      `skills.disabled` is a single name and not a list
root-skill  a SKILL.md in the root itself, which turns `scripts/` beside it
            into a support folder
venv/below  a home below a folder with an excluded name

Most folders are named after what they show, so that a failing comparison
names its cause. The output depends on nothing but this file. Standard
library only.
"""

import json
import sys
from pathlib import Path

BODY = "\n# Title\n\nFirst line of the body.\n"
LIMIT = 4000  # code points of a SKILL.md that the listing and the usage side read


class Home:
    """One home under construction; every path is relative to it."""

    def __init__(self, root: Path):
        self.root = root
        (root / "skills").mkdir(parents=True)

    def file(self, path: str, content: "str | bytes"):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            content = content.encode("utf-8")
        target.write_bytes(content)

    def raw(self, path: str, content: "str | bytes"):
        """A SKILL.md with exactly this content in `skills/<path>`."""
        self.file(f"skills/{path}/SKILL.md", content)

    def block(self, path: str, yaml: str, body: str = BODY):
        """A SKILL.md with this frontmatter."""
        self.raw(path, f"---\n{yaml}\n---\n{body}")

    def skill(self, path: str, name: "str | None" = None, extra: str = ""):
        """A plain good skill; `name` is its folder's name unless given."""
        name = name if name is not None else path.rsplit("/", 1)[-1]
        self.block(path, f"name: {name}\ndescription: Skill at {path}." + (f"\n{extra}" if extra else ""))

    def link(self, path: str, target: str):
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(target)


def names(h: Home):
    """What a `name` may be."""
    for folder, value in [
        ("name-int", "8004"), ("name-octal", "012"), ("name-hex", "0x1F"), ("name-underscore-int", "1_000"),
        ("name-sexagesimal", "1:30"), ("name-float", "1.10"), ("name-infinity", ".inf"), ("name-exponent", "1e3"),
        ("name-yes", "yes"), ("name-on", "on"), ("name-true", "true"), ("name-y", "y"), ("name-null", ""),
        ("name-tilde", "~"), ("name-date", "2026-01-02"), ("name-timestamp", "2026-01-02T03:04:05Z"),
        ("name-list", "[a, b]"), ("name-map", "{a: b}"), ("name-empty-string", '""'), ("name-quoted-yes", '"yes"'),
        ("name-quoted-int", "'8004'"), ("name-ne-folder", "quite-another-name"), ("name-spaces", "Name With Spaces"),
        ("name-trailing-space", '"trailing "'), ("name-leading-space", '" leading"'), ("name-uppercase", "UPPER-Case"),
        ("name-slash", "name/with/slash"), ("name-colon", '"space:name"'), ("name-dots", "name.with.dots"),
        ("name-glob", '"star*"'), ("name-bracket", '"br[ac]ket"'), ("name-emoji", "rocket-🚀"), ("name-cjk", "技能"),
        ("name-nfc", "caf\u00e9"), ("name-nfd", "cafe\u0301"), ("name-zero-width", "zero\u200bwidth"),
        ("name-quote", "'it''s'"), ("name-escape", '"tab\\there"'), ("name-newline", '"two\\nlines"'),
        ("name-comment", "commented # not the name"), ("name-hash", "hash#inside"), ("name-anchor", "&anchor anchored"),
        ("name-tag-str", "!!str 12"), ("name-64", "n" * 64), ("name-65", "n" * 63 + "xy"), ("name-cjk-65", "字" * 65),
        ("name-folded", ">\n  folded\n  name"), ("name-literal", "|\n  literal"), ("name-plain-two-lines", "first\n  second"),
        ("name-nbsp", "\u00a0nbsp\u00a0"),
    ]:
        h.block(folder, f"name: {value}\ndescription: Case {folder}.")
    h.block("name-missing", "description: The folder gives the name.")
    h.block("name-duplicate-key", "name: first-of-two\ndescription: Last one wins.\nname: second-of-two")
    h.block("name-alias", "base: &n aliased\nname: *n\ndescription: Alias.")
    h.block("name-merge-key", "base: &b {name: merged, description: From a merge key.}\n<<: *b")
    h.block("name-quoted-key", '"name": quoted-key\ndescription: A line reader misses this key.')
    h.block("name-no-space", "name:no-space-after-colon\ndescription: Not a YAML key.")
    h.block("name-indented-first", "metadata:\n  name: inner\nname: outer-name\ndescription: Inner comes first.")
    h.block("name-in-description", "description: |\n  name: trick\nname: real-name")
    h.block("name-capital-key", "Name: capital\ndescription: Key in another case.")
    # Two skills, each carrying the other's folder name.
    h.skill("swap-one", "swap-two")
    h.skill("swap-two", "swap-one")
    h.skill("same-name/one", "same-name-twice")
    h.skill("same-name/two", "same-name-twice")
    h.skill("alpha/twin")
    h.skill("beta/twin")
    h.skill("top-twin")
    h.skill("alpha/top-twin")
    h.skill("folder-is-name-of-other")
    h.skill("alpha/other-folder", "folder-is-name-of-other")


def descriptions(h: Home):
    """What a `description` may be."""
    for folder, value in [
        ("desc-list", "[one, two]"), ("desc-map", "{a: b}"), ("desc-int", "42"), ("desc-zero", "0"), ("desc-false", "false"),
        ("desc-true", "true"), ("desc-null", ""), ("desc-empty", '""'), ("desc-empty-list", "[]"), ("desc-date", "2026-01-02"),
        ("desc-blank", '"   "'), ("desc-1024", "d" * 1024), ("desc-1025", "d" * 1025), ("desc-cjk-1024", "描" * 1024),
        ("desc-cjk-1025", "描" * 1025), ("desc-literal", "|\n  line one\n  line two\n"), ("desc-folded", ">-\n  line one\n  line two"),
        ("desc-surrogates", '"\\ud83e\\udde0"'), ("desc-wide-escape", '"\\U0001F9E0"'), ("desc-tab", '"a\\tb"'),
    ]:
        h.block(folder, f"name: {folder}\ndescription: {value}")
    h.block("desc-missing", "name: desc-missing")
    h.block("desc-missing-headings-only", "name: desc-missing-headings-only", "\n# One\n\n## Two\n")
    h.block("desc-missing-no-body", "name: desc-missing-no-body", "")
    h.block("desc-missing-list-first", "name: desc-missing-list-first", "\n#\n  \n   - an item, indented\ntext\n")
    h.block("desc-missing-long-line", "name: desc-missing-long-line", "\n" + "w" * 1100 + "\n")


def fences(h: Home):
    """Where frontmatter starts and ends."""
    good = "name: {0}\ndescription: Case {0}."

    def case(folder: str, pattern: str):
        h.raw(folder, pattern.replace("@", good.format(folder)))

    case("fence-no-final-newline", "---\n@\n---")
    case("fence-trailing-spaces", "---\n@\n---   \nbody\n")
    case("fence-blank-lines-after", "---\n@\n---\n\n\n\nbody\n")
    case("fence-form-feed", "---\n@\n---\x0c\nbody\n")
    case("fence-unit-separator", "---\n@\n---\x1f\nbody\n")
    case("fence-no-break-space", "---\n@\n---\u00a0\nbody\n")
    case("fence-zero-width-space", "---\n@\n---\u200b\nbody\n")
    case("fence-indented-close", "---\n@\n  ---\nbody\n")
    case("fence-dots-close", "---\n@\n...\nbody\n")
    case("fence-four-dashes-open", "----\n@\n---\nbody\n")
    case("fence-four-dashes-close", "---\n@\n----\nbody\n")
    case("fence-comment-on-open", "--- # comment\n@\n---\nbody\n")
    case("fence-text-on-open", "---yaml\n@\n---\nbody\n")
    case("fence-space-on-open", "---  \n@\n---\nbody\n")
    case("fence-key-on-open", "--- {a: b}\n@\n---\nbody\n")
    case("fence-unclosed", "---\n@\n\nbody without end\n")
    case("fence-blank-line-before", "\n---\n@\n---\nbody\n")
    case("fence-space-before", " ---\n@\n---\nbody\n")
    case("fence-comment-before", "<!-- note -->\n---\n@\n---\nbody\n")
    case("fence-heading-first", "# Heading\n\nname: no\n\nText.\n")
    case("fence-bare-keys", "@\n\n# Heading\n")
    case("fence-in-code-fence", "```yaml\n---\n@\n---\n```\n")
    case("fence-second-block", "---\n@\n---\n---\nname: from-second-block\n---\nbody\n")
    case("fence-rule-after", "---\n@\n---\n\n---\n\nbody\n")
    case("fence-inside-scalar", "---\n@\nnote: |\n  text\n---\n  more\n---\nbody\n")
    case("fence-empty-block", "---\n---\nbody of an empty block\n")
    case("fence-empty-block-spaced", "---\n\n---\nbody of a blank block\n")
    case("fence-only-open", "---\n")
    case("fence-crlf", "---\r\n@\r\n---\r\nbody\r\n".replace("@", good.format("fence-crlf").replace("\n", "\r\n")))
    case("fence-cr", "---\r@\r---\rbody\r".replace("@", good.format("fence-cr").replace("\n", "\r")))
    case("fence-mixed-ends", "---\r\n@\r\n---\nbody\r\nmore\n")
    case("fence-bom", "\ufeff---\n@\n---\nbody\n")
    case("fence-two-boms", "\ufeff\ufeff---\n@\n---\nbody\n")
    case("fence-bom-crlf", "\ufeff---\r\n@\r\n---\r\nbody\r\n")
    # A byte order mark hides the opening fence from a line reader, which then
    # takes the closing one for it and searches the body.
    h.raw("fence-bom-name-in-body", "\ufeff---\nname: in-block\ndescription: d\n---\nname: in-body\n---\nend\n")
    h.raw("file-empty", b"")
    h.raw("file-blank", b" \n\n")
    h.raw("file-one-word", b"word")
    h.raw("file-nul", b"---\nname: file-nul\ndescription: Has a NUL.\n---\nbody \x00 end\n")
    h.raw("file-nul-in-block", b"---\nname: file-nul-in-block\ndescription: a\x00b\n---\nbody\n")
    h.raw("file-escape", b"---\nname: file-escape\ndescription: a \x1b[31mred\x1b[0m b\n---\nbody\n")
    h.raw("file-not-utf8", b"---\nname: file-not-utf8\ndescription: caf\xe9\n---\nbody\n")
    h.raw("file-not-utf8-late", b"---\nname: file-not-utf8-late\ndescription: d\n---\n" + b"x" * 9000 + b"\xff\n")
    h.raw("file-utf16", "---\nname: file-utf16\ndescription: d\n---\nbody\n".encode("utf-16"))


def windows(h: Home):
    """Around the first 4000 code points, in characters of several bytes."""

    def closing_at(folder: str, end: int):
        """The closing fence's line end is the `end`-th code point."""
        head = f"---\nname: {folder}\ndescription: Fence ends at {end}.\nfill: "
        tail = "\n---\n"
        h.raw(folder, head + "é" * (end - len(head) - len(tail)) + tail + "body\n")

    for end in (LIMIT - 1, LIMIT, LIMIT + 1, LIMIT + 500):
        closing_at(f"window-fence-ends-{end}", end)
    fill = "fill: " + "ö" * LIMIT
    h.block("window-late-name", f"{fill}\nname: late-name\ndescription: Behind the window.")
    h.block("window-late-platforms", f"name: window-late-platforms\ndescription: d\n{fill}\nplatforms: [no-such-system]")
    crlf = "---\r\nname: window-crlf\r\ndescription: CR LF counts once.\r\n" + "k: vvvv\r\n" * 390 + "---\r\nbody\r\n"
    h.raw("window-crlf", crlf)
    h.block("window-large-body", "name: window-large-body\ndescription: d", "\nline of the body\n" * 9000)


def yaml_trouble(h: Home):
    """Blocks that YAML refuses (then lines split at the first colon), and odd ones it takes."""
    for folder, block in [
        ("yaml-colon-in-value", "name: yaml-colon-in-value\ndescription: has: colon"),
        ("yaml-fallback-quotes", 'name: "yaml-fallback-quotes"\ndescription: has: colon'),
        ("yaml-fallback-nested", "name: yaml-fallback-nested\ndescription: has: colon\nmetadata:\n  name: inner-wins"),
        ("yaml-fallback-comment", "# name: in-comment\nname: yaml-fallback-comment # kept\ndescription: has: colon"),
        ("yaml-fallback-no-name", "description: has: colon"),
        ("yaml-fallback-empty-name", "name:\ndescription: has: colon"),
        ("yaml-fallback-platforms", "name: yaml-fallback-platforms\ndescription: has: colon\nplatforms: [linux]"),
        ("yaml-fallback-list", "name: yaml-fallback-list\ntags:\n  - a: b: c\ndescription: d"),
        ("yaml-star", "name: yaml-star\ndescription: **bold** start"),
        ("yaml-at", "name: yaml-at\ndescription: @mention first"),
        ("yaml-backtick", "name: yaml-backtick\ndescription: `code` first"),
        ("yaml-percent", "name: yaml-percent\ndescription: %x"),
        ("yaml-comma", "name: yaml-comma\ndescription: , comma first"),
        ("yaml-bang", "name: yaml-bang\ndescription: !important thing"),
        ("yaml-python-tag", "name: yaml-python-tag\ndescription: !!python/name:os.system x"),
        ("yaml-bracket", "name: yaml-bracket\ndescription: [unclosed"),
        ("yaml-brace-template", "name: yaml-brace-template\ndescription: {{ value }}"),
        ("yaml-pipe-text", "name: yaml-pipe-text\ndescription: | text on the line"),
        ("yaml-unclosed-quote", 'name: yaml-unclosed-quote\ndescription: "never closed'),
        ("yaml-text-after-quote", 'name: yaml-text-after-quote\ndescription: "closed" and more'),
        ("yaml-stray-line", "name: yaml-stray-line\na stray line\ndescription: d"),
        ("yaml-tab-indent", "name: yaml-tab-indent\nmetadata:\n\tkey: value\ndescription: d"),
        ("yaml-bad-escape", 'name: yaml-bad-escape\ndescription: "C:\\Users\\x"'),
        ("yaml-undefined-alias", "name: yaml-undefined-alias\ndescription: *nothing"),
        ("yaml-two-documents", "name: yaml-two-documents\n--- \ndescription: d"),
        ("yaml-list", "- name: yaml-list\n- description: d"),
        ("yaml-scalar", "just text"),
        ("yaml-null", "~"),
        ("yaml-flow-mapping", "{name: yaml-flow-mapping, description: On one line.}"),
        ("yaml-complex-key", "name: yaml-complex-key\n? [a, b]\n: c\ndescription: d"),
        ("yaml-int-key", "name: yaml-int-key\n1: one\ndescription: d"),
        ("yaml-self-alias", "name: yaml-self-alias\nloop: &l [*l]\ndescription: d"),
        ("yaml-date-in-metadata", "name: yaml-date-in-metadata\ndescription: d\nmetadata:\n  since: 2026-01-02"),
        ("yaml-only-comments", "# nothing\n# here"),
        ("yaml-next-line", "name: yaml-next-line\ndescription: a\u0085b"),
        ("yaml-line-separator", "name: yaml-line-separator\ndescription: a\u2028b"),
        ("yaml-bom-inside", "name: yaml-bom-inside\ndescription: a\ufeffb"),
    ]:
        h.block(folder, block)


def filters(h: Home):
    """`platforms`, `environments` and the disabled list of the config."""
    for folder, value in [
        ("platform-linux", "[linux]"), ("platform-macos", "[macos]"), ("platform-windows", "[windows]"),
        ("platform-both", "[macos, linux]"), ("platform-scalar", "linux"), ("platform-scalar-no", "windows"),
        ("platform-spaces", '[" Linux ", " MACOS "]'), ("platform-unknown", "[plan9]"), ("platform-prefix", "[lin, dar]"),
        ("platform-darwin", "[darwin]"), ("platform-empty", "[]"), ("platform-null", ""), ("platform-blank", '[""]'),
        ("platform-int", "3"), ("platform-zero", "0"), ("platform-map", "{linux: true}"), ("platform-comma", "linux, macos"),
    ]:
        h.skill(folder, extra=f"platforms: {value}")
    # No `docker` here: that one depends on where the test runs.
    for folder, value in [
        ("environment-kanban", "[kanban]"), ("environment-unknown", "[moonbase]"), ("environment-mixed", "[kanban, moonbase]"),
        ("environment-blank", '[""]'), ("environment-scalar", "KANBAN"), ("environment-empty", "[]"),
    ]:
        h.skill(folder, extra=f"environments: {value}")
    h.skill("disabled-by-name-folder", "disabled-by-name")
    h.skill("disabled-by-folder", "name-of-disabled-by-folder")
    h.block("disabled-int", 'name: "4711"\ndescription: Disabled by a number.')
    h.skill("disabled-trimmed")
    h.skill("disabled-elsewhere")
    h.skill("same-name-disabled/first", "disabled-twin")
    h.skill("same-name-disabled/second", "disabled-twin")
    h.file("config.yaml", "\n".join([
        "skills:",
        "  disabled:",
        "    - disabled-by-name",
        "    - disabled-by-folder",
        "    - 4711",
        '    - " disabled-trimmed "',
        "    - disabled-twin",
        "    - no-such-skill",
        "  platform_disabled:",
        "    telegram: [disabled-elsewhere]",
        "  external_dirs:",
        "    - external",
        "    - ./external/",
        '    - "  external-two  "',
        "    - external-missing",
        "    - external-file.txt",
        "    - skills",
        "    - external-link-to-skills",
        "    - $SKILLDECK_NO_SUCH_VARIABLE/x",
        "",
    ]))


def externals(h: Home):
    """Folders named by `skills.external_dirs`; local skills come first."""
    h.skill("shadowed")
    h.skill("alpha/shadowed-in-category")
    for path, name in [
        ("external/shadowed", "shadowed"), ("external/alpha/shadowed-in-category", "shadowed-in-category"),
        ("external/other-folder-same-name", "quite-another-name"), ("external/only-outside", "only-outside"),
        ("external/gamma/deep/only-outside-deep", "only-outside-deep"), ("external-two/only-outside", "only-outside"),
        ("external-two/second-only", "second-only"),
    ]:
        h.file(f"{path}/SKILL.md", f"---\nname: {name}\ndescription: External at {path}.\n---\n{BODY}")
    h.file("external/flat-outside.md", "A flat skill outside.\n")
    h.file("external-file.txt", "not a folder\n")
    h.link("external-link-to-skills", "skills")


def layout(h: Home):
    """Nesting, support folders, excluded folders, flat skills, links."""
    h.skill("outer")
    h.skill("outer/inner")
    h.skill("outer/references/kept-package")
    h.skill("outer/scripts/kept-script-package")
    h.skill("outer/sub/references/not-support")
    h.skill("outer/inner/assets/kept-asset-package")
    h.file("skills/outer/references/ref-note.md", "A reference, not a flat skill.\n")
    h.file("skills/outer/README.md", "One of two.\n")
    h.file("skills/outer/inner/README.md", "The other.\n")
    h.file("skills/outer/scripts/run.sh", "#!/bin/sh\n")
    h.skill("scripts/tool-in-category-scripts")
    h.skill("references/note-in-category-references")
    h.skill("templates")
    h.skill("deep/a/b/c/d/e/f/g/h/leaf")
    h.skill("category/sub-category/third-level")
    h.file("skills/category/DESCRIPTION.md", "---\ndescription: A category.\n---\n")
    h.file("skills/category/loose.txt", "loose\n")
    (h.root / "skills/empty-folder").mkdir()
    h.skill("name.with.dots-folder.v2")
    h.skill("folder with spaces", "spaced-folder")
    h.skill("文件夹")
    h.skill("UPPER")
    h.skill("category:colon")
    for excluded in [
        ".git", ".github", ".hub", ".archive", ".venv", "venv", "node_modules", "site-packages", "__pycache__",
        ".tox", ".nox", ".pytest_cache", ".mypy_cache", ".ruff_cache",
    ]:
        h.skill(f"{excluded}/below-{excluded.strip('._')}")
        h.skill(f"category/{excluded}/deeper-below-{excluded.strip('._')}")
    h.skill(".archive/archived-again", "outer")
    for listed in [".restore-backups/official-optional-20260102-030405/restored", ".curator_backups/.rollback-staging-1/staged",
                   "outer.bak", ".hidden/in-hidden", "case/Venv/capital", "node_modules.d/suffix"]:
        h.skill(listed)
    h.file("skills/case-lower/skill.md", "---\nname: case-lower\ndescription: d\n---\nbody\n")
    h.file("skills/case-title/Skill.md", "---\nname: case-title\ndescription: d\n---\nbody\n")
    (h.root / "skills/skill-md-is-folder/SKILL.md").mkdir(parents=True)
    # Flat skills: never listed, found by view.
    h.file("skills/flat.md", "---\nname: flat-named\ndescription: d\n---\nA flat skill.\n")
    h.file("skills/category/flat-in-category.md", "No frontmatter.\n")
    h.file("skills/notes.md", "Found for notes.v2 as well.\n")
    h.file("skills/both.md", "Collides with a folder.\n")
    h.skill("both")
    h.file("skills/alpha/outer.md", "Collides with the skill outer.\n")
    h.file("skills.md", "Reached by the name of the root.\n")
    # Links.
    h.file("packages/linked-package/SKILL.md", "---\nname: linked-package\ndescription: Lives elsewhere.\n---\n" + BODY)
    h.file("packages/category-target/linked-member/SKILL.md", "---\nname: linked-member\ndescription: d\n---\n" + BODY)
    h.file("packages/text.md", "---\nname: linked-file\ndescription: Only the file is a link.\n---\n" + BODY)
    h.link("skills/linked-package", "../packages/linked-package")
    h.link("skills/linked-category", "../packages/category-target")
    h.link("skills/second-way-to-outer", "outer")
    h.link("skills/linked-file/SKILL.md", "../../packages/text.md")
    h.link("skills/dangling-file/SKILL.md", "../../packages/missing.md")
    h.link("skills/dangling-folder", "../packages/missing")
    h.link("skills/linked-from-category/outer", "../outer")


ARGUMENTS = [
    "", ".", "./outer", "outer/", "outer/.", "/etc", "../skills/outer", "outer/../outer", "C:\\x", "C:x", "a:outer",
    "no-such-skill", "OUTER", " outer", "outer ", "alpha:twin", "nothing:twin", "same-name:one", "bad space:twin", "alpha:", ":twin",
    "alpha/twin", "alpha", "category", "category/sub-category", "empty-folder", "skill-md-is-folder", "dangling-file",
    "dangling-folder", "notes", "notes.v2", "notes.md", "flat", "flat-named", "flat.md", "flat-in-category",
    "category/flat-in-category", "category:flat-in-category", "both", "README", "ref-note", "outer/references/ref-note", "DESCRIPTION",
    "outer/references/kept-package", "kept-package", "outer/inner", "outer/inner/SKILL.md", "SKILL", "SKILL.md", "*", "star*", "out?r",
    "br[ac]ket", ".archive/archived-again", "archived-again", "case-lower", "case-title", "flat-outside", "only-outside",
    "n" * 64, "n" * 63 + "x", "8004", "4711", "name.with", "outer.bak", "outer.txt", "quite-another-name", "caf\u00e9", "cafe\u0301",
    "trailing", "trailing ", "inner", "trick", "space:name", "name/with/slash", "disabled-twin", "shadowed", "external/shadowed",
]


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} DIR")
    root = Path(sys.argv[1])
    if root.exists() and any(root.iterdir()):
        sys.exit(f"{sys.argv[0]}: {root} is not empty")

    home = Home(root / "main")
    for theme in (names, descriptions, fences, windows, yaml_trouble, filters, externals, layout):
        theme(home)
    (root / "arguments.json").write_text(json.dumps(ARGUMENTS, indent=1) + "\n", encoding="utf-8")

    loop = Home(root / "loop")
    loop.skill("one")
    loop.skill("category/two")
    loop.link("skills/loop", "../skills")

    poison = Home(root / "poison")
    poison.skill("good")
    poison.block("poisoned", "name: poisoned\ndescription: [2026-01-02]")

    scalar = Home(root / "scalar")
    for name in ("my-skill-long", "my-skill", "skill", "unrelated"):
        scalar.skill(name)
    scalar.file("config.yaml", "skills:\n  disabled: my-skill-long\n  external_dirs: external\n")
    scalar.file("external/from-scalar/SKILL.md", f"---\nname: from-scalar\ndescription: d\n---\n{BODY}")

    root_skill = Home(root / "root-skill")
    root_skill.file("skills/SKILL.md", f"---\nname: the-root\ndescription: In the root itself.\n---\n{BODY}")
    root_skill.skill("beside")
    root_skill.skill("scripts/hidden-by-root")

    below = Home(root / "venv/below")
    below.skill("unlisted")


if __name__ == "__main__":
    main()

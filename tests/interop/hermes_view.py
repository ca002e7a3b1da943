#!/usr/bin/env python3
"""Prints what the real Hermes Agent sees in a home, as one JSON document.

    DIR/venv/bin/python hermes_view.py HOME [ARGUMENTS.json] > view.json

Calls Hermes' own functions; only parse_frontmatter, which depends on nothing
but its argument, is remembered per text, since every look-up parses every
skill. HOME is copied first, and Hermes gets the copy: loading its config
creates files. The document is described in README.md beside this file. No
network: connecting raises.
"""

import functools
import hashlib
import json
import logging
import multiprocessing
import os
import shutil
import socket
import sys
import tempfile
from importlib import metadata
from pathlib import Path


def refuse(*_args, **_kwargs):
    raise OSError("hermes_view.py allows no network")


def prepare(home: Path, scratch: Path) -> Path:
    """Copies the home and points this process at the copy."""
    # The parent's name stays: Hermes judges whole absolute paths.
    copy = scratch / home.parent.name / home.name
    shutil.copytree(home, copy, symlinks=True)
    for name in [n for n in os.environ if n.startswith(("HERMES_", "XDG_"))]:
        del os.environ[name]
    # `~` must lead nowhere that matters.
    user = scratch / "user"
    user.mkdir()
    os.environ.update(HERMES_HOME=str(copy), HOME=str(user))
    socket.socket.connect = refuse
    socket.socket.connect_ex = refuse
    logging.disable(logging.CRITICAL)
    os.chdir(scratch)
    return copy


def remember_frontmatter():
    """Makes Hermes parse each text once."""
    from agent import skill_utils

    parse = functools.cache(skill_utils.parse_frontmatter)

    def remembered(content: str):
        block, body = parse(content)
        return dict(block), body

    skill_utils.parse_frontmatter = remembered


def plain(value):
    """A value for JSON; what JSON has no word for becomes {"type", "text"}."""
    try:
        json.dumps(value, allow_nan=False)
        return value
    except (TypeError, ValueError):
        return {"type": type(value).__name__, "text": str(value)}


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(f"usage: {sys.argv[0]} HOME [ARGUMENTS.json]")
    home = Path(sys.argv[1]).resolve(strict=True)
    extra = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")) if len(sys.argv) == 3 else []
    with tempfile.TemporaryDirectory(prefix="hermes-view-") as temp:
        document = view(prepare(home, Path(temp).resolve()), extra)
    json.dump(document, sys.stdout, indent=1, allow_nan=False)
    sys.stdout.write("\n")


def in_processes(function, values: list) -> list:
    """`function` of every value, in order, on all processors."""
    global work
    work = function  # inherited by fork; a closure cannot be sent
    with multiprocessing.get_context("fork").Pool() as pool:
        return pool.map(call_work, values, chunksize=8)


def call_work(value):
    return work(value)


def view(home: Path, extra: list) -> dict:
    # Only now: these modules read HERMES_HOME while they load.
    import yaml
    remember_frontmatter()
    from agent.skill_utils import (
        get_all_skills_dirs, get_disabled_skill_names, is_excluded_skill_path, iter_skill_index_files, parse_frontmatter,
    )
    from tools.skill_usage import _read_skill_name
    from tools.skills_tool import skill_view, skills_list

    def shown(path) -> str:
        """Relative to the home, with `/`."""
        return Path(os.path.relpath(path, home)).as_posix()

    def safe(text: str) -> str:
        return text.replace(str(home), "<home>")

    roots = [root for root in get_all_skills_dirs() if root.is_dir()]
    indexed = [[path for path in iter_skill_index_files(root, "SKILL.md")] for root in roots]
    # Everything named SKILL.md, excluded folders too, but not through links.
    present = [
        [Path(folder) / "SKILL.md" for folder, dirs, files in os.walk(root) if "SKILL.md" in files + dirs] for root in roots
    ]
    every = sorted({str(path) for group in indexed + present for path in group})

    listing = json.loads(skills_list())
    arguments = {skill["name"] for skill in listing.get("skills", [])}
    for root, files in zip(roots, indexed):
        for path in files + [p for p in present[roots.index(root)] if p not in set(files)]:
            folder = path.parent.relative_to(root).as_posix()
            arguments.update((path.parent.name, folder))
            if folder.count("/") == 1:
                arguments.add(folder.replace("/", ":"))
        # Flat skills: look-up takes any Markdown file's stem.
        arguments.update(path.stem for path in root.glob("*.md"))
        arguments.update(path.stem for path in root.glob("*/*.md") if not is_excluded_skill_path(path))
    arguments.update(extra)

    frontmatter, usage_keys = {}, {}
    for name in every:
        path = Path(name)
        usage_keys[shown(path)] = _read_skill_name(path, fallback=path.parent.name)
        try:
            block, body = parse_frontmatter(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            frontmatter[shown(path)] = {"unreadable": type(error).__name__}
            continue
        frontmatter[shown(path)] = {
            "keys": [plain(key) if isinstance(key, str) else plain(str(key)) for key in block],
            **{key: plain(block[key]) for key in ("name", "description") if key in block},
            "body_chars": len(body),
            "body_sha256": hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest(),
        }

    def outcome(argument: str) -> dict:
        answer = json.loads(skill_view(argument))
        error = answer.get("error", "")
        if answer.get("success"):
            # `path` is what Hermes reports; `file` says which file that is.
            if answer["skill_dir"]:
                file = shown(Path(answer["skill_dir"]) / "SKILL.md")
            else:  # flat: the path is relative to the root, or outside it to the grandparent
                bases = [*roots, *(root.parent for root in roots), home.parent]
                file = next((shown(base / answer["path"]) for base in bases if (base / answer["path"]).is_file()), None)
            return {
                "outcome": "found", "name": plain(answer["name"]), "path": answer["path"], "file": file,
                "linked_files": {kind: sorted(files) for kind, files in (answer["linked_files"] or {}).items()},
            }
        if "matches" in answer:
            return {"outcome": "ambiguous", "matches": sorted(shown(path) for path in answer["matches"])}
        if error == f"Skill '{argument}' not found.":
            return {"outcome": "not_found"}
        if answer.get("readiness_status") == "unsupported":
            return {"outcome": "unsupported"}
        if error.endswith("or inspect the files directly on disk."):
            return {"outcome": "disabled"}
        if error.startswith(("Skill name ", "Invalid namespace ")):
            return {"outcome": "refused"}
        if error.startswith("Failed to read skill "):
            return {"outcome": "unreadable"}
        return {"outcome": "error", "error": safe(error)}

    # Loads the plugins once, before the workers start.
    outcome("no-such-plugin:no-such-skill")
    ordered = sorted(arguments)
    views = in_processes(outcome, ordered)
    return {
        "schema": 1,
        "hermes": metadata.version("hermes-agent"),
        "python": sys.version.split()[0],
        "pyyaml": metadata.version("pyyaml"),
        "libyaml": yaml.__with_libyaml__,
        "platform": sys.platform,
        "roots": [shown(root) for root in roots],
        "disabled": sorted(get_disabled_skill_names()),
        "list": listing.get("skills", []),
        "categories": listing.get("categories", []),
        "list_error": None if listing.get("success") else safe(listing["error"]),
        "views": dict(zip(ordered, views)),
        "usage_keys": usage_keys,
        "frontmatter": frontmatter,
        "indexed": [shown(path) for files in indexed for path in files],
        "managed": sorted(
            shown(path) for root in roots[:1] for path in root.rglob("SKILL.md") if not is_excluded_skill_path(path)
        ),
    }


if __name__ == "__main__":
    main()

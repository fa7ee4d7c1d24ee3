"""Who may import whom: the arrows of the design, walked through every module of the package."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import freecell

PACKAGE = Path(freecell.__file__).parent

ENGINE = (
    "speech",
    "sentences",
    "messages",
    "errors",
    "cards",
    "position",
    "rules",
    "supermoves",
    "moves",
    "autoplay",
    "scoring",
    "game",
    "deals",
    "notation",
    "taps",
    "commands",
    "snapshot",
    "advice",
    "session",
)
"""The engine's modules; each may import only what stands before it."""

OUTER = {
    "solver": {"engine"},
    "analysis": {"engine", "solver"},
    "store": {"engine"},
    "locales": {"engine"},
    "learn": {"engine", "locales"},
    "server": {"engine", "solver", "analysis", "store", "locales", "learn"},
    "terminal": {"engine", "solver", "analysis", "store", "locales", "learn"},
    "cli": {"engine", "solver", "analysis", "store", "locales", "learn", "server", "terminal"},
}
"""The other parts, and which parts each may import besides itself. The browser's part holds no Python."""

PURE = {"engine", "solver", "analysis"}
"""Parts without dependencies and without I/O, so that the very same Python can run inside the browser."""

OUTSIDE_WORLD = {
    "asyncio", "builtins", "concurrent", "ctypes", "datetime", "fcntl", "fileinput", "ftplib", "glob", "http", "imaplib", "importlib", "io",
    "locale", "logging", "mmap", "multiprocessing", "os", "pathlib", "platform", "pty", "runpy", "select", "selectors", "shelve", "shutil",
    "signal", "smtplib", "socket", "socketserver", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib.error",
    "urllib.request", "urllib.response", "webbrowser", "xmlrpc", "_thread",
}  # fmt: skip
"""The standard library's ways to the outside world, which a pure part does not take."""

DRIVERS = {
    "freecell.solver.driver": {"os", "time"},
    "freecell.solver.many": {"os", "time", "concurrent", "multiprocessing", "threading"},
    "freecell.solver.workers": {"os", "multiprocessing", "signal", "threading"},
    "freecell.analysis.wishes": {"time"},
    "freecell.analysis.tasks": {"time"},
}
"""What the solver's drivers take of it: a clock for the limits, cores to share the work, and the variable that chooses a twin; and the
clock of those who draw deals until one is as wished, or share a time among several searches."""

LIGHT = ("freecell.errors", "freecell.messages", "freecell.speech", "freecell.cli.speaking")
"""What the command line's help needs."""

WORLDLY_CALLS = {"open", "print", "input", "breakpoint", "exec", "eval", "compile", "__import__"}


class Import(NamedTuple):
    """One import: the module that has it, the module that it names, and whether it is run when the first is imported."""

    importer: str
    imported: str
    at_once: bool = True


def part_of(module: str) -> str:
    """The part of the package that a module belongs to; `root` is the package itself, with the engine's public names."""
    names = module.split(".")
    if names == ["freecell"]:
        return "root"
    return "engine" if names[1] in ENGINE else names[1]


def check(imports: Iterable[Import]) -> list[str]:
    """What is wrong with some imports, a line each."""
    return [f"{one.importer} must not import {one.imported}: {why}" for one in imports if (why := _why_not(one)) is not None]


def _why_not(one: Import) -> str | None:
    part = part_of(one.importer)
    if part not in OUTER and part not in ("root", "engine"):
        return f"the design knows no part {part}"
    if one.imported.split(".")[0] != "freecell":
        return _why_not_from_elsewhere(one, part)
    other = part_of(one.imported)
    if part == "engine":
        return _why_not_within_engine(one, other)
    if part == "root":
        allowed = other == "engine" if one.at_once else other in ("solver", "analysis")
        return None if allowed else "the package itself holds the engine's names, and others once they are asked for"
    if one.importer == "freecell.cli" and one.at_once and one.imported not in LIGHT:
        return "the command line's help needs none of it; import it in the command that does"
    if other == part or (other == "root" and "engine" in OUTER[part]):
        return None
    return None if other in OUTER[part] else f"{part} stands below {other}, or beside it"


def _why_not_within_engine(one: Import, other: str) -> str | None:
    if other != "engine":
        return "the engine knows nothing of the rest"
    before = ENGINE[: ENGINE.index(one.importer.split(".")[1])]
    return None if one.imported.split(".")[1] in before else "it stands later in the list"


def _why_not_from_elsewhere(one: Import, part: str) -> str | None:
    top = one.imported.split(".")[0]
    if part in PURE:
        if top not in sys.stdlib_module_names and not (part == "solver" and top == "cffi"):
            return f"the {part} has no dependencies"
        if (top in OUTSIDE_WORLD or one.imported in OUTSIDE_WORLD) and top not in DRIVERS.get(one.importer, ()):
            return f"the {part} does no I/O"
    if part == "root" and top not in ("__future__", "typing"):
        return "the package itself holds the engine's names and nothing else"
    if one.importer == "freecell.cli" and one.at_once and (top in ("asyncio",) or (top not in sys.stdlib_module_names and top != "click")):
        return "the command line's help needs none of it; import it in the command that does"
    return None


def imports_of(module: str, source: str, known: set[str], *, package: bool) -> Iterator[Import]:
    """Every import in a module's source, wherever it stands; `from package import module` names the module."""
    tree = ast.parse(source)
    at_once = set(_run_at_once(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(module, alias.name, node in at_once) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                kept = module.split(".")[: len(module.split(".")) - node.level + package]
                base = ".".join([*kept, *([base] if base else [])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield Import(module, full if full in known else base, node in at_once)


def _run_at_once(node: ast.AST) -> Iterator[ast.AST]:
    """The statements that run when a module is imported: all that are in no function, and for type checkers only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        yield child
        yield from _run_at_once(child)


def module_name(path: Path) -> str:
    names = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imports_in(path: Path) -> list[Import]:
    source = path.read_text(encoding="utf-8")
    return list(imports_of(module_name(path), source, set(MODULES), package=path.name == "__init__.py"))


@pytest.mark.parametrize("module", MODULES)
def test_every_import_follows_the_designs_arrows(module: str) -> None:
    assert check(imports_in(MODULES[module])) == []


def test_the_engine_is_all_there_and_nothing_else_lies_beside_it() -> None:
    top_level = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    assert top_level == set(ENGINE)
    assert {part_of(module) for module in MODULES} <= {"root", "engine", *OUTER}


def test_the_browsers_part_holds_no_python() -> None:
    assert not [module for module in MODULES if part_of(module) == "web"]


@pytest.mark.parametrize("module", [module for module in MODULES if part_of(module) in PURE])
def test_a_pure_part_calls_nothing_of_the_outside_world(module: str) -> None:
    assert worldly_calls(MODULES[module].read_text(encoding="utf-8")) == []


def worldly_calls(source: str) -> list[str]:
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [name.id for name in calls if isinstance(name, ast.Name) and name.id in WORLDLY_CALLS]


def test_the_package_itself_is_the_public_names_and_nothing_else() -> None:
    nodes = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8")).body
    kinds = [type(node).__name__ for node in nodes]
    # the docstring, imports, those that type checkers alone see, the names, and the hook that loads the solver's
    assert kinds == ["Expr", *["ImportFrom"] * (len(nodes) - 4), "If", "Assign", "FunctionDef"]
    tree = ast.Module(nodes, [])
    found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module not in ("typing", "freecell")]
    assert sorted(alias.asname or alias.name for node in found for alias in node.names) == sorted(freecell.__all__)
    assert all(getattr(freecell, name).__doc__ for name in freecell.__all__ if name != "PROFILES")


def test_the_solver_is_loaded_when_it_is_asked_for() -> None:
    assert "freecell.solver" not in loaded_by("import freecell")
    assert "freecell.solver" in loaded_by("from freecell import solve")
    assert "freecell.analysis" not in loaded_by("from freecell import solve")
    assert "freecell.analysis" in loaded_by("from freecell import find_truth")
    with pytest.raises(AttributeError, match="no attribute 'resolve'"):
        _ = freecell.resolve


def loaded_by(statement: str) -> set[str]:
    """What a fresh Python has loaded after a statement."""
    script = f"import sys; {statement}; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True).stdout.split())


def test_the_engine_runs_without_anything_that_was_installed() -> None:
    found = loaded_by("import freecell.session")
    assert not found & {"click", "fastapi", "starlette", "pydantic", "uvicorn", "websockets", "asyncio", "socket", "subprocess", "ssl"}


def test_the_command_lines_help_loads_no_server() -> None:
    found = loaded_by("import freecell.cli")
    assert "click" in found
    assert not found & {"fastapi", "starlette", "pydantic", "uvicorn", "websockets", "asyncio", "freecell.server"}


# The test can fail


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("freecell.cards", "freecell.position"),
        ("freecell.cards", "freecell.cards"),
        ("freecell.messages", "freecell.errors"),
        ("freecell.game", "freecell.deals"),
        ("freecell.rules", "freecell.session"),
        ("freecell.moves", "freecell"),
        ("freecell.session", "freecell.solver"),
        ("freecell.session", "freecell.server.app"),
        ("freecell.game", "numpy"),
        ("freecell.deals", "os"),
        ("freecell.deals", "os.path"),
        ("freecell.session", "urllib.request"),
        ("freecell.session", "asyncio"),
        ("freecell", "freecell.server"),
        ("freecell", "click"),
        ("freecell.solver.trie", "freecell.analysis.hints"),
        ("freecell.solver.trie", "freecell.store"),
        ("freecell.solver.trie", "dask"),
        ("freecell.solver.trie", "threading"),
        ("freecell.analysis.hints", "freecell.store"),
        ("freecell.analysis.hints", "threading"),
        ("freecell.analysis.hints", "numpy"),
        ("freecell.analysis.hints", "freecell.server.app"),
        ("freecell.store.models", "freecell.solver"),
        ("freecell.server.app", "freecell.terminal"),
        ("freecell.server.app", "freecell.cli"),
        ("freecell.terminal.app", "freecell.server"),
        ("freecell.terminal.app", "freecell.cli.deal"),
        ("freecell.cli", "freecell.server.run"),
        ("freecell.cli", "freecell.deals"),
        ("freecell.cli", "uvicorn"),
        ("freecell.cli", "asyncio"),
        ("freecell.helpers", "freecell.cards"),
        ("freecell.web.tools", "json"),
    ],
)
def test_a_forbidden_arrow_is_found(importer: str, imported: str) -> None:
    assert len(check([Import(importer, imported)])) == 1


@pytest.mark.parametrize(
    ("importer", "imported", "at_once"),
    [
        ("freecell.errors", "freecell.messages", True),
        ("freecell.session", "freecell.taps", True),
        ("freecell.session", "urllib.parse", True),
        ("freecell.deals", "secrets", True),
        ("freecell", "freecell.game", True),
        ("freecell", "freecell.analysis", False),
        ("freecell.solver.trie", "freecell.moves", True),
        ("freecell.solver", "cffi", True),
        ("freecell.analysis.hints", "freecell.solver", True),
        ("freecell.server.app", "fastapi", True),
        ("freecell.server.app", "freecell.server.tables", True),
        ("freecell.server.app", "freecell.analysis", True),
        ("freecell.terminal.app", "freecell.session", True),
        ("freecell.cli", "freecell.server.run", False),
        ("freecell.cli", "click", True),
        ("freecell.cli.deal", "freecell.deals", True),
    ],
)
def test_an_arrow_of_the_design_is_let_pass(importer: str, imported: str, at_once: bool) -> None:
    assert check([Import(importer, imported, at_once)]) == []


def test_imports_are_found_wherever_they_stand() -> None:
    source = """
import os.path, json as j
from freecell import moves, Card
from . import app
from .tables import Tables
from .. import cards
if TYPE_CHECKING:
    from freecell.game import Game
try:
    import fast
except ImportError:
    pass
def late():
    from freecell.deals import deal
class Some:
    import early
"""
    known = {"freecell.moves", "freecell.cards", "freecell.server.app"}
    found = list(imports_of("freecell.server.run", source, known, package=False))
    assert {one.imported for one in found if one.at_once} == {
        *(
            "os.path",
            "json",
            "freecell.moves",
            "freecell",
            "freecell.server.app",
            "freecell.server.tables",
            "freecell.cards",
            "fast",
            "early",
        ),
    }
    assert {one.imported for one in found if not one.at_once} == {"freecell.game", "freecell.deals"}
    inside = list(imports_of("freecell.server", "from .app import create\nfrom ..cards import Card", known, package=True))
    assert [one.imported for one in inside] == ["freecell.server.app", "freecell.cards"]


def test_calls_to_the_outside_world_are_found() -> None:
    assert sorted(worldly_calls("x = open('f').read()\nprint(x)\nself.open()")) == ["open", "print"]

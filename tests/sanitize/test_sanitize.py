"""The solver's core under AddressSanitizer and UBSan, leaks included: a real workload, failing allocations, and a fuzzer.

`core.c` is what runs. By hand: build it as below, and give it other seeds and more runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import freecell.solver

HERE = Path(__file__).parent
CORE = Path(freecell.solver.__file__).parent / "_core"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
SANITIZERS = "address,undefined"
FLAGS = [
    "-std=c11",
    "-g",
    "-O1",
    "-fno-omit-frame-pointer",
    "-fno-sanitize-recover=all",
    "-include",
    str(HERE / "allocator.h"),
    f"-I{CORE}",
]


def compile_core(compiler: str, target: Path, *flags: str) -> None:
    """Build `core.c` with the core; skip the test where that cannot be, but not in CI."""
    sources = [str(HERE / "core.c"), *map(str, sorted(CORE.glob("*.c")))]
    if shutil.which(compiler) is None:
        cannot(f"there is no {compiler}")
    trial = [compiler, *flags[:1], "-x", "c", "-", "-o", str(target)]
    if subprocess.run(trial, input="int main(void) { return 0; }", text=True, capture_output=True).returncode:
        cannot(f"{compiler} cannot build with {flags[0]}")
    built = subprocess.run([compiler, *flags, *FLAGS, *sources, "-o", str(target)], text=True, capture_output=True)
    assert built.returncode == 0, built.stderr


def cannot(reason: str) -> None:
    if "CI" in os.environ:
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, built with the sanitizers."""
    if sys.platform == "win32":
        pytest.skip("the sanitizers are for other systems")
    target = tmp_path_factory.mktemp("sanitize") / "core"
    compile_core("gcc", target, f"-fsanitize={SANITIZERS}", *WARNINGS)
    return target


def run(*command: str | Path) -> None:
    """Run the program; what it complains of is shown."""
    options = {"ASAN_OPTIONS": "detect_leaks=1", "UBSAN_OPTIONS": "print_stacktrace=1"}
    done = subprocess.run(command, text=True, capture_output=True, env=os.environ | options, timeout=300)
    assert done.returncode == 0, done.stderr[-5000:]


def test_a_real_workload(core: Path) -> None:
    """Positions of all kinds and thousands of deals, under all rules, with limits from none at all to none; and eight long proofs."""
    run(core, "work", "1500", "1")


def test_allocations_that_fail_are_survived(core: Path) -> None:
    """Any of them, at any time; and nothing is lost."""
    run(core, "starve", "500", "1")


def test_a_fuzzer_finds_nothing(core: Path, tmp_path: Path) -> None:
    """libFuzzer where clang is there; the same with random bytes elsewhere."""
    run(core, "fuzz", "1000", "1")
    if shutil.which("clang"):
        flags = ["-DFUZZER", f"-fsanitize=fuzzer,{SANITIZERS}"]
        sources = [str(HERE / "core.c"), *map(str, sorted(CORE.glob("*.c")))]
        built = subprocess.run(["clang", *flags, *FLAGS, *sources, "-o", str(tmp_path / "fuzzer")], text=True, capture_output=True)
        if built.returncode:
            pytest.skip("clang has no libFuzzer here; random bytes were tried instead")
        run(tmp_path / "fuzzer", "-runs=3000", "-seed=1", "-max_len=600")


@pytest.mark.usefixtures("core")
def test_a_leak_would_be_seen(tmp_path: Path) -> None:
    """Otherwise the tests above would say nothing of leaks."""
    leaking = tmp_path / "leaking"
    source = '#include "core.h"\nint main(void) { return fc_proof_new() == NULL; }'
    flags = [f"-fsanitize={SANITIZERS}", "-std=c11", f"-I{CORE}", "-x", "c", "-", *map(str, sorted(CORE.glob("*.c")))]
    subprocess.run(["gcc", *flags, "-o", str(leaking)], input=source, text=True, check=True, capture_output=True)
    done = subprocess.run([leaking], text=True, capture_output=True, env=os.environ | {"ASAN_OPTIONS": "detect_leaks=1"})
    assert done.returncode != 0
    assert "LeakSanitizer" in done.stderr

"""Tells cffi how to bind the core: what `core.h` declares, and how the files are compiled. Run by setup.py alone."""

import platform
import re
from pathlib import Path

from cffi import FFI

CORE = Path("src/freecell/solver/_core")
SOURCES = ["bound.c", "check.c", "deals.c", "driver.c", "first.c", "optimal.c", "proof.c", "short.c", "trie.c"]


def declarations() -> str:
    """What `core.h` declares, as cffi reads it: without the preprocessor's lines."""
    text = re.sub(r"/\*.*?\*/", "", (CORE / "core.h").read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = [line.replace("FC_API ", "") for line in text.splitlines() if not line.startswith("#")]
    return "\n".join(lines)


def flags() -> list[str]:
    """The compiler's options: on PCs, the instructions that most have since 2013, or those that all have since 2009.

    What is built for the newer ones is only built on a machine that has them; `fc_supported` looks for them again at run time.
    """
    if platform.system() == "Windows":
        return ["/O2", "/std:c11"]
    options = ["-O3", "-std=c11", "-fvisibility=hidden"]
    if platform.machine() not in ("x86_64", "AMD64"):
        return options
    return [*options, "-march=x86-64-v3" if has_newer_instructions() else "-march=x86-64-v2"]


def has_newer_instructions() -> bool:
    """Whether this machine says that it has what x86-64-v3 stands for."""
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return False
    return {"avx2", "bmi1", "bmi2", "fma", "movbe", "abm"} <= set(told.split())


builder = FFI()
builder.cdef(declarations())
builder.set_source(
    "freecell.solver._twin",
    '#include "core.h"',
    include_dirs=[str(CORE)],
    sources=[str(CORE / name) for name in SOURCES],
    extra_compile_args=flags(),
)

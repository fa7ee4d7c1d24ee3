"""Tells cffi how to bind the core: what `core.h` declares, and how the files are compiled. Run by setup.py alone."""

import platform
import re
from pathlib import Path

from cffi import FFI

CORE = Path("src/freecell/solver/_core")
SOURCES = ["check.c", "deals.c", "driver.c", "first.c", "proof.c", "trie.c"]


def declarations() -> str:
    """What `core.h` declares, as cffi reads it: without the preprocessor's lines."""
    text = re.sub(r"/\*.*?\*/", "", (CORE / "core.h").read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = [line.replace("FC_API ", "") for line in text.splitlines() if not line.startswith("#")]
    return "\n".join(lines)


def flags() -> list[str]:
    """The compiler's options: on PCs, the instructions that every one since 2009 has; `fc_supported` looks for them at run time."""
    if platform.system() == "Windows":
        return ["/O2", "/std:c11"]
    return ["-O3", "-std=c11", *(["-march=x86-64-v2"] if platform.machine() in ("x86_64", "AMD64") else [])]


builder = FFI()
builder.cdef(declarations())
builder.set_source(
    "freecell.solver._twin",
    '#include "core.h"',
    include_dirs=[str(CORE)],
    sources=[str(CORE / name) for name in SOURCES],
    extra_compile_args=flags(),
)

"""Builds the solver's core in C, where there is a compiler; without one the package is whole, and solves in Python."""

from setuptools import setup
from setuptools.command.build_ext import build_ext


class OptionalBuild(build_ext):
    """Lets an extension that cannot be built be missing."""

    def finalize_options(self) -> None:
        """Mark the extension as one that may fail."""
        super().finalize_options()
        for extension in self.extensions:
            extension.optional = True


setup(cffi_modules=["build_core.py:builder"], cmdclass={"build_ext": OptionalBuild})

"""Every run of the suite tries the same examples; `HYPOTHESIS_PROFILE=explore` tries others, and many more."""

import os
import signal
import tempfile

import pytest
from hypothesis import HealthCheck, settings

_SLOW_MACHINES = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("suite", derandomize=True, deadline=None, database=None, max_examples=100, suppress_health_check=_SLOW_MACHINES)
settings.register_profile("explore", deadline=None, max_examples=5000, suppress_health_check=_SLOW_MACHINES)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

# What is kept by commands and servers that a test starts is no user's own.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="freecell-tests-")
os.environ.pop("FREECELL_DATABASE", None)
os.environ["LC_ALL"] = "C"  # the command line speaks English, whatever whoever runs the suite speaks

# A shell that runs the suite in the background has it ignore Ctrl-C, and what is started from here would inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--everywhere", action="store_true", help="play the whole game in each language, at each size, light and dark")

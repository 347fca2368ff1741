"""What holds for every test."""

import os
import signal

import pytest
from hypothesis import settings

from ecs_game.kernels import COMPILED
from ecs_game.studies.compile_times import timed

# A shell starts what it runs in the background with Ctrl-C ignored, and children inherit that: tests that interrupt commands would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, unless HYPOTHESIS_PROFILE=default asks for new ones.
settings.register_profile("fixed", derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


def pytest_configure(config: pytest.Config) -> None:
    """Where tests run side by side, what they share is compiled before, once, on all cores."""
    if COMPILED and getattr(config.option, "numprocesses", None):
        for shape in ("duel", "table", "pod"):
            timed(shape)

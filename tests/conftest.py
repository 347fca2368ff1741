"""What holds for every test."""

import os
import signal

import pytest
from hypothesis import settings

from ecs_game.agents import loops
from ecs_game.kernels import COMPILED, is_cached
from ecs_game.pods import loops as pod_loops
from ecs_game.studies.compile_times import timed

# A shell starts what it runs in the background with Ctrl-C ignored, and children inherit that: tests that interrupt commands would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, unless HYPOTHESIS_PROFILE=default asks for new ones.
settings.register_profile("fixed", derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Where tests run side by side, what they share is compiled before, once, on all cores."""
    options = session.config.option
    if COMPILED and getattr(options, "numprocesses", None) and not options.collectonly:
        for shape, groups in (("duel", loops.run_builtin.groups), ("table", loops.run_builtin.groups), ("pod", pod_loops.run_built_in.groups)):
            if not is_cached(shape, groups):
                timed(shape)

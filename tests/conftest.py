"""What holds for every test."""

import os
import signal

from hypothesis import settings

# A shell starts what it runs in the background with Ctrl-C ignored, and children inherit that: tests that interrupt commands would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, unless HYPOTHESIS_PROFILE=default asks for new ones.
settings.register_profile("fixed", derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

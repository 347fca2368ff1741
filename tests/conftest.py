"""What holds for every test."""

import signal

# A shell starts what it runs in the background with Ctrl-C ignored, and children inherit that: tests that interrupt commands would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

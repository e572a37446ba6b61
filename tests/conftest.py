"""What all tests stand on."""

import signal

# A shell that runs the tests in the background may have them ignore Ctrl-C, which the programs
# that they start would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)

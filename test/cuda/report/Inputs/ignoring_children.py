"""Becomes a command, with the signal of children's ends ignored: ignoring_children.py COMMAND..."""

import os
import signal
import sys

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
os.execvp(sys.argv[1], sys.argv[1:])

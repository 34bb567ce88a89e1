"""Runs a command that writes to a pipe with a name, and prints what came: into_pipe.py PIPE COMMAND..."""

import os
import stat
import subprocess
import sys

pipe, *command = sys.argv[1:]
os.mkfifo(pipe)
reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # nobody waits; what is written stays until it is read
subprocess.run(command, check=True)
if not stat.S_ISFIFO(os.stat(pipe).st_mode):
    sys.exit(pipe + " is no pipe any more")
sys.stdout.write(os.read(reader, 1 << 16).decode())

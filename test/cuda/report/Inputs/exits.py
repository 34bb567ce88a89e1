"""Runs a command and checks its exit code: exits.py 2 sectorscope audit ... Passes its output on, stderr first."""

import subprocess
import sys

expected, *command = sys.argv[1:]
done = subprocess.run(command, capture_output=True, text=True)
sys.stdout.write(done.stderr)
sys.stdout.write(done.stdout)
if done.returncode != int(expected):
    sys.exit(f"exit code {done.returncode}, expected {expected}")

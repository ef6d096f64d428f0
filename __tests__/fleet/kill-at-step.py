# Switches a set of files and is killed at the call of the operating system that the last argument counts:
# python3 kill-at-step.py SWITCHING.PY FOLDER CHANGES.JSON STEP. Ends with 9 if it was killed, 0 if it came to its end first.
import importlib.util
import json
import os
import sys

path, folder, changes, step = sys.argv[1:]
spec = importlib.util.spec_from_file_location("switching", path)
switching = importlib.util.module_from_spec(spec)
spec.loader.exec_module(switching)

left = int(step)


def killed_at(call):
    def run(*words, **named):
        global left
        left -= 1
        if left < 0:
            os._exit(9)
        return call(*words, **named)

    return run


for name in ("rename", "unlink", "rmdir", "mkdir", "link", "symlink", "chown", "chmod", "makedirs", "fsync"):
    setattr(os, name, killed_at(getattr(os, name)))

with open(changes) as file:
    wanted = json.load(file)
switching.begin(folder, wanted)
switching.apply(wanted)

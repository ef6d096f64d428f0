# Puts a set of changed files in place, all or none, and takes them back.
#
# Needs nothing but Python 2.7 or 3: this file is also laid beside the backup and run there by itself, so that a host whose connection is
# lost goes back on its own (`python switching.py revert FOLDER`, `python switching.py watch FOLDER SECONDS`).
#
# A FOLDER holds one switch: journal.json (what is changed), old/N (the files as they were), and an empty file for each step that is
# done: `begun`, `confirmed`, `reverted`. The journal is whole before the first file changes.
from __future__ import absolute_import, division, print_function

__metaclass__ = type

import base64
import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time


class SwitchError(Exception):
    """A sentence for the person who runs the playbook. Nothing was changed, or all was taken back."""


def read_state(path):
    """What lies at a path: None, {'link': target}, {'folder': True} or {'sha256': digest}. Links are not followed."""
    try:
        if os.path.islink(path):
            return {"link": os.readlink(path)}
        if os.path.isdir(path):
            return {"folder": True}
        with open(path, "rb") as file:
            return {"sha256": hashlib.sha256(file.read()).hexdigest()}
    except (IOError, OSError) as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return None
        raise


def is_alike(state, wanted):
    """Whether what lies somewhere is what a journal says; the content of a new file stands for its digest."""
    if state is None or wanted is None:
        return state is None and wanted is None
    if "content" in wanted:
        return state == {"sha256": hashlib.sha256(base64.b64decode(wanted["content"])).hexdigest()}
    return all(state.get(key) == wanted[key] for key in ("link", "folder", "sha256") if key in wanted)


def unexpected(changes):
    """The paths that are not as they were when the changes were made."""
    return [each["path"] for each in changes if not is_alike(read_state(each["path"]), each["before"])]


def begin(folder, changes):
    """Keeps what is about to change, and then says so: after this the switch can be reverted at any moment. If it can't be kept, for the disk is
    full perhaps, the switch before can still be reverted."""
    fresh = folder + ".next"
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        os.makedirs(os.path.join(fresh, "old"), 0o700)
        for number, change in enumerate(changes):
            before = change["before"]
            if before is not None and "sha256" in before:
                _keep(change["path"], _old(fresh, number))
        _write(os.path.join(fresh, "journal.json"), json.dumps(changes).encode("utf-8"))
        mark(fresh, "begun")
    except (IOError, OSError):
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
    os.rename(fresh, folder)
    _sync_folder(os.path.dirname(folder))


def apply(changes):
    """Puts each change in place by a rename; files keep owner, mode and attributes of what they replace."""
    for change in changes:
        path, after = change["path"], change["after"]
        if after is None:
            _remove(path)
            continue
        if "folder" in after:
            if not os.path.isdir(path):
                os.mkdir(path)
            continue
        beside = _beside(path)
        _remove(beside)
        if "link" in after:
            os.symlink(after["link"], beside)
        else:
            _write(beside, base64.b64decode(after["content"]))
            _take_attributes(path if os.path.lexists(path) else os.path.dirname(path), beside, after.get("mode"))
        os.rename(beside, path)


def revert(folder):
    """Gives back every file as it was. May be stopped and run again at any point. Says whether there was anything to do."""
    if not is_marked(folder, "begun") or is_marked(folder, "reverted"):
        return False
    with open(os.path.join(folder, "journal.json"), "rb") as file:
        changes = json.loads(file.read().decode("utf-8"))
    for number, change in reversed(list(enumerate(changes))):
        path, before = change["path"], change["before"]
        _remove(_beside(path))
        if is_alike(read_state(path), before):
            continue
        if before is None:
            _remove(path)
        elif "folder" in before:
            os.mkdir(path)
        elif "link" in before:
            os.symlink(before["link"], _beside(path))
            os.rename(_beside(path), path)
        else:
            _keep(_old(folder, number), _beside(path))
            os.rename(_beside(path), path)
    mark(folder, "reverted")
    return True


def decide(folder, name):
    """Settles whether a switch stays (`confirmed`) or not (`reverted`): whoever comes first decides. Says whether that was us."""
    try:
        os.close(os.open(os.path.join(folder, "decided"), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        if error.errno != errno.EEXIST:
            raise
        return False
    mark(folder, name)
    return True


def mark(folder, name):
    """Notes that a step is done."""
    _write(os.path.join(folder, name), b"")


def is_marked(folder, name):
    return os.path.exists(os.path.join(folder, name))


def watch(folder, seconds, command):
    """Waits until the switch is confirmed or reverted; if neither comes in time, reverts it and runs the command that goes back."""
    end = time.time() + seconds
    while time.time() < end:
        if is_marked(folder, "confirmed") or is_marked(folder, "reverted"):
            return
        time.sleep(0.5)
    if decide(folder, "overdue") and revert(folder) and command:
        subprocess.call(["/bin/sh", "-c", command])


def start_watch(folder, seconds, command, source):
    """Starts `watch` as a process that outlives the connection. Source: the text of this file."""
    script = os.path.join(folder, "switching.py")
    _write(script, source.encode("utf-8"))
    with open(os.devnull, "r+b") as null:
        subprocess.Popen(
            [sys.executable, script, "watch", folder, str(seconds), command],
            stdin=null,
            stdout=null,
            stderr=null,
            close_fds=True,
            preexec_fn=os.setsid,
            cwd="/",
        )


def _old(folder, number):
    return os.path.join(folder, "old", str(number))


def _beside(path):
    return os.path.join(os.path.dirname(path), "." + os.path.basename(path) + ".httpd-codemod")


def _write(path, content):
    with open(path, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(path):
    """So that a name in it outlives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(path):
    try:
        if os.path.isdir(path) and not os.path.islink(path):
            os.rmdir(path)
        else:
            os.unlink(path)
    except OSError as error:
        # A folder that others have put files into since stays.
        if error.errno not in (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST):
            raise


def _keep(path, to):
    """A copy with everything that the file has: a second name for it where that is possible."""
    try:
        os.link(path, to)
    except OSError:
        if subprocess.call(["cp", "-a", "--", path, to]) != 0:
            shutil.copy2(path, to)
            status = os.stat(path)
            os.chown(to, status.st_uid, status.st_gid)


def _take_attributes(path, to, mode):
    """Owner, mode and SELinux context of what is replaced; those of the folder for a new file, with the mode that it was made with."""
    status = os.stat(path)
    is_replaced = not os.path.isdir(path)
    os.chown(to, status.st_uid, status.st_gid)
    os.chmod(to, status.st_mode & 0o7777 if is_replaced else int(mode or "0644", 8))
    if is_replaced and os.path.exists("/sys/fs/selinux/enforce"):
        subprocess.call(["chcon", "--reference", path, to])


if __name__ == "__main__":
    if sys.argv[1] == "revert":
        revert(sys.argv[2])
    else:
        watch(sys.argv[2], float(sys.argv[3]), sys.argv[4] if len(sys.argv) > 4 else "")

#!/usr/bin/python
# Copyright: The contributors of httpd-codemod
# Apache License 2.0 (see LICENSE or https://www.apache.org/licenses/LICENSE-2.0)
from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
---
module: httpd_switch
short_description: Puts a migrated Apache configuration in place, all files or none, and takes it back
version_added: "0.1.0"
description:
  - Replaces, makes and removes the files that a migration changes. Either all of them are changed or none.
  - Refuses if any of them is not as it was when the copy was fetched.
  - Keeps the old files below C(state_folder) until the next switch, with owner, mode, times and attributes.
  - A switch that is not confirmed within C(confirm_within) seconds is taken back by the host itself, whatever has become of the connection.
options:
  state:
    description:
      - C(switched) puts the changes in place. C(confirmed) keeps them. C(reverted) gives all files back as they were, whether confirmed or not.
    type: str
    choices: [switched, confirmed, reverted]
    default: switched
  changes:
    description:
      - The changes, as M(httpd_codemod.fleet.httpd_migrate) makes them. Needed for C(switched).
    type: list
    elements: dict
  only_unconfirmed:
    description: With C(reverted), a switch that was confirmed stays. For one that an earlier play has left behind, when its control node died.
    type: bool
    default: false
  state_folder:
    description: Where the old files and the journal are kept.
    type: path
    default: /var/lib/httpd-codemod/fleet
  confirm_within:
    description: So many seconds after the switch it is taken back unless confirmed. C(0) waits for ever.
    type: int
    default: 600
  back_command:
    description: What the host runs by itself, by C(/bin/sh -c), after it has taken back a switch that was not confirmed.
    type: str
    default: ""
author:
  - The contributors of httpd-codemod (@httpd-codemod)
attributes:
  check_mode:
    description: Says what would change, and changes nothing.
    support: full
  diff_mode:
    description: Shows each file before and after.
    support: full
"""

EXAMPLES = r"""
- name: Put the migrated files in place
  httpd_codemod.fleet.httpd_switch:
    changes: "{{ lookup('ansible.builtin.file', 'work/web1/changes.json') | from_json }}"
    back_command: service httpd restart

- name: Keep them
  httpd_codemod.fleet.httpd_switch:
    state: confirmed

- name: Have the old files back
  httpd_codemod.fleet.httpd_switch:
    state: reverted
"""

RETURN = r"""
paths:
  description: The files that were changed, or given back.
  returned: always
  type: list
  elements: str
  sample: [/etc/httpd/conf/httpd.conf]
"""

import base64
import inspect
import json
import os

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.httpd_codemod.fleet.plugins.module_utils import switching


def main():
    module = AnsibleModule(
        argument_spec={
            "state": {"type": "str", "choices": ["switched", "confirmed", "reverted"], "default": "switched"},
            "changes": {"type": "list", "elements": "dict"},
            "only_unconfirmed": {"type": "bool", "default": False},
            "state_folder": {"type": "path", "default": "/var/lib/httpd-codemod/fleet"},
            "confirm_within": {"type": "int", "default": 600},
            "back_command": {"type": "str", "default": ""},
        },
        required_if=[("state", "switched", ["changes"])],
        supports_check_mode=True,
    )
    run = {"switched": switch, "confirmed": confirm, "reverted": take_back}[module.params["state"]]
    try:
        module.exit_json(**run(module))
    except (switching.SwitchError, IOError, OSError) as error:
        module.fail_json(msg=str(error))


def switch(module):
    changes, folder = module.params["changes"], module.params["state_folder"]
    left = [each for each in changes if not switching.is_alike(switching.read_state(each["path"]), each["after"])]
    result = {"changed": bool(left), "paths": [each["path"] for each in left]}
    if module._diff:
        result["diff"] = [file_diff(each) for each in left]
    if not left:
        return result
    changed = switching.unexpected(changes)
    if changed:
        raise switching.SwitchError(
            "Changed on the host since its copy was fetched, so nothing was switched: %s. Run the prepare role again."
            % ", ".join(changed)
        )
    if module.check_mode:
        return result
    finish_unfinished(folder)
    switching.begin(folder, changes)
    if module.params["confirm_within"] > 0:
        source = inspect.getsource(switching)
        switching.start_watch(folder, module.params["confirm_within"], module.params["back_command"], source)
    try:
        switching.apply(changes)
    except (IOError, OSError) as error:
        switching.decide(folder, "failed")
        switching.revert(folder)
        raise switching.SwitchError("All files are as before, for one could not be changed: %s" % error)
    return result


def finish_unfinished(folder):
    """A switch that was stopped half way, by a power cut for one, is taken back before the next begins."""
    if not switching.is_marked(folder, "confirmed"):
        switching.revert(folder)


def confirm(module):
    folder = module.params["state_folder"]
    if not switching.is_marked(folder, "begun") or switching.is_marked(folder, "confirmed"):
        return {"changed": False, "paths": []}
    if not module.check_mode and not switching.decide(folder, "confirmed"):
        raise switching.SwitchError(
            "Too late: the host has taken its switch back already, since nothing confirmed it in time. "
            "Give confirm_within more seconds."
        )
    return {"changed": True, "paths": paths_of(folder)}


def take_back(module):
    folder = module.params["state_folder"]
    is_open = switching.is_marked(folder, "begun") and not switching.is_marked(folder, "reverted")
    stays = module.params["only_unconfirmed"] and switching.is_marked(folder, "confirmed")
    if stays or not is_open:
        return {"changed": False, "paths": []}
    result = {"changed": True, "paths": paths_of(folder)}
    if not module.check_mode:
        switching.decide(folder, "taken-back")
        switching.revert(folder)
    return result


def paths_of(folder):
    with open(os.path.join(folder, "journal.json"), "rb") as file:
        return [each["path"] for each in json.loads(file.read().decode("utf-8"))]


def file_diff(change):
    path, after = change["path"], change["after"] or {}
    before = ""
    if os.path.isfile(path):
        with open(path, "rb") as file:
            before = file.read().decode("utf-8", "replace")
    text = base64.b64decode(after.get("content", "")).decode("utf-8", "replace")
    if "link" in after:
        text = "link to %s\n" % after["link"]
    return {"before_header": path, "after_header": path, "before": before, "after": text}


if __name__ == "__main__":
    main()

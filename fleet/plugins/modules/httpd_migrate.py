#!/usr/bin/python
# Copyright: The contributors of httpd-codemod
# Apache License 2.0 (see LICENSE or https://www.apache.org/licenses/LICENSE-2.0)
from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
---
module: httpd_migrate
short_description: Migrates the copy of a server's files, and tells what is to be changed on the server
version_added: "0.1.0"
description:
  - Unpacks the copy twice below C(folder), as C(before) and C(after), and migrates C(after). Meant to run on the control node.
  - Leaves beside them C(changes.json) for M(httpd_codemod.fleet.httpd_switch), C(requests.json) for M(httpd_codemod.fleet.httpd_ask), and
    C(findings.txt) for people.
options:
  copy:
    description: The archive that the script of C(httpd-codemod collect --script) has made on the host.
    type: path
    required: true
  folder:
    description: Where it is unpacked. What an earlier run has left there is removed.
    type: path
    required: true
  configuration:
    description: What is migrated, as the host calls it.
    type: str
    required: true
  command:
    description: How httpd-codemod is started.
    type: list
    elements: str
    default: [httpd-codemod]
  options:
    description: Options of C(httpd-codemod migrate).
    type: list
    elements: str
    default: []
  most_requests:
    description: So many requests for each virtual host.
    type: int
    default: 50
  accept_findings:
    description: Whether a finding of level error, which needs a person, is no failure.
    type: bool
    default: false
author:
  - The contributors of httpd-codemod (@httpd-codemod)
attributes:
  check_mode:
    description: Does the same, since it changes nothing on the host.
    support: full
  diff_mode:
    description: What is changed on the host is shown by M(httpd_codemod.fleet.httpd_switch).
    support: none
"""

EXAMPLES = r"""
- name: Migrate the copy
  httpd_codemod.fleet.httpd_migrate:
    copy: work/web1/copy.tar
    folder: work/web1
    configuration: /etc/httpd
    options: [--target, rhel8]
  delegate_to: localhost
"""

RETURN = r"""
changes:
  description:
    - What M(httpd_codemod.fleet.httpd_switch) takes, in the order in which it is to be done.
    - C(before) and C(after) say what lies at C(path), null for nothing. A file is told by its C(sha256), a new one by its C(content) in Base64.
  returned: success
  type: list
  elements: dict
  sample:
    - path: /etc/httpd/conf/httpd.conf
      before: {sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08}
      after: {content: IyAyLjQK, mode: "0644"}
"""

import base64
import json
import os
import shutil

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.httpd_codemod.fleet.plugins.module_utils.switching import read_state


def main():
    module = AnsibleModule(
        argument_spec={
            "copy": {"type": "path", "required": True},
            "folder": {"type": "path", "required": True},
            "configuration": {"type": "str", "required": True},
            "command": {"type": "list", "elements": "str", "default": ["httpd-codemod"]},
            "options": {"type": "list", "elements": "str", "default": []},
            "most_requests": {"type": "int", "default": 50},
            "accept_findings": {"type": "bool", "default": False},
        },
        supports_check_mode=True,
    )
    folder = module.params["folder"]
    before, after = os.path.join(folder, "before"), os.path.join(folder, "after")
    # Journals of migrating copies are of no use to anybody.
    state = os.path.join(folder, "state")
    module.run_command_environ_update = {"XDG_STATE_HOME": state}
    for each in (before, after, state):
        shutil.rmtree(each, ignore_errors=True)
    for each in (before, after):
        os.makedirs(each, 0o700)
        must(module, ["tar", "-xpf", module.params["copy"], "-C", each])
    requests = requests_of(module, before)
    code, findings = migrate(module, after)
    changes = changes_between(before, after)
    keep(folder, "requests.json", json.dumps(requests))
    keep(folder, "findings.txt", findings)
    if code == 3 and not module.params["accept_findings"]:
        module.fail_json(
            msg="A finding of level error needs a person: read %s, then accept the findings of this host, or change its configuration"
            % os.path.join(folder, "findings.txt")
        )
    # Last: what is rolled out is what was accepted.
    keep(folder, "changes.json", json.dumps(changes))
    module.exit_json(changed=False, changes=changes)


def requests_of(module, before):
    words = ["requests", copied(module, before), "--format", "json", "--as", "2.2"]
    most = str(module.params["most_requests"])
    output = must(module, module.params["command"] + words + ["--most", most])
    return [json.loads(line) for line in output.splitlines()]


def migrate(module, after):
    words = ["migrate", copied(module, after), "--write", "--no-color"] + module.params["options"]
    code, _diff, findings = module.run_command(module.params["command"] + words)
    if code not in (0, 3):
        module.fail_json(msg="Not migrated: %s" % findings.strip(), rc=code)
    return code, findings


def copied(module, root):
    return root + "/" + module.params["configuration"].lstrip("/")


def must(module, words):
    _code, output, _messages = module.run_command(words, check_rc=True)
    return output


def keep(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o600)


def changes_between(before, after):
    """Folders first and outer ones before inner, so that new files have where to go."""
    paths = sorted(names_below(before) | names_below(after))
    found = [change_of(path, os.path.join(before, path), os.path.join(after, path)) for path in paths]
    return sorted((each for each in found if each is not None), key=lambda each: "folder" not in (each["after"] or {}))


def names_below(folder):
    found = set()
    for at, folders, files in os.walk(folder):
        found.update(os.path.relpath(os.path.join(at, name), folder) for name in folders + files)
    return found


def change_of(path, before, after):
    then, now = read_state(before), read_state(after)
    if then == now:
        return None
    if now is not None and "sha256" in now:
        with open(after, "rb") as file:
            content = base64.b64encode(file.read()).decode("ascii")
        now = {"content": content, "mode": "0%o" % (os.stat(after).st_mode & 0o7777)}
    return {"path": "/" + path, "before": then, "after": now}


if __name__ == "__main__":
    main()

#!/usr/bin/python
# Copyright: The contributors of httpd-codemod
# Apache License 2.0 (see LICENSE or https://www.apache.org/licenses/LICENSE-2.0)
from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
---
module: httpd_ask
short_description: Asks a web server a list of requests, and compares the answers
version_added: "0.1.0"
description:
  - Sends each request from the host that the task runs on, to its own server unless O(address) names another, and notes the status. Follows no redirects and
    sends no credentials.
  - Fails if a status differs from the one in C(expected), or in the request itself where it has one.
options:
  requests:
    description:
      - What to ask, as C(httpd-codemod requests --format json) prints it, a mapping for each line.
    type: list
    elements: dict
    required: true
  expected:
    description:
      - The C(answers) of an earlier run, to compare with. Without it, the C(status) of each request counts, and nothing where that is null.
    type: list
    elements: dict
  only_ask:
    description: Compare with nothing.
    type: bool
    default: false
  address:
    description:
      - Where the server is, if it is not the host's own. A request keeps the port and the host name that it asks for.
    type: str
  must_answer:
    description: Fail if not one of the requests is answered, since then nothing is compared.
    type: bool
    default: false
  timeout:
    description: Seconds to wait for one answer.
    type: int
    default: 10
author:
  - The contributors of httpd-codemod (@httpd-codemod)
attributes:
  check_mode:
    description: Asks all the same, since that changes nothing.
    support: full
  diff_mode:
    description: Changes nothing, so there is nothing to show.
    support: none
"""

EXAMPLES = r"""
- name: Ask the old server
  httpd_codemod.fleet.httpd_ask:
    requests: "{{ requests }}"
    only_ask: true
  register: old

- name: Ask the new one the same
  httpd_codemod.fleet.httpd_ask:
    requests: "{{ requests }}"
    expected: "{{ old.answers }}"

- name: Ask it from the control node, too
  httpd_codemod.fleet.httpd_ask:
    requests: "{{ requests }}"
    address: "{{ ansible_host }}"
    only_ask: true
    must_answer: true
  delegate_to: localhost
"""

RETURN = r"""
answers:
  description: The requests, each with the C(status) that came, 0 where no answer came.
  returned: always
  type: list
  elements: dict
differences:
  description: A sentence for each request that was answered differently.
  returned: always
  type: list
  elements: str
  sample: ["GET http://www.example.com/private/: 200, was 401"]
"""

import socket
import ssl

try:
    from http.client import HTTPConnection, HTTPException, HTTPSConnection
except ImportError:  # Python 2
    from httplib import HTTPConnection, HTTPException, HTTPSConnection

from ansible.module_utils.basic import AnsibleModule


def main():
    module = AnsibleModule(
        argument_spec={
            "requests": {"type": "list", "elements": "dict", "required": True},
            "expected": {"type": "list", "elements": "dict"},
            "only_ask": {"type": "bool", "default": False},
            "address": {"type": "str"},
            "must_answer": {"type": "bool", "default": False},
            "timeout": {"type": "int", "default": 10},
        },
        supports_check_mode=True,
    )
    requests, expected = module.params["requests"], module.params["expected"]
    answers = [dict(each, status=ask(each, module.params)) for each in requests]
    # An answer of 0 was none: there is nothing to compare with.
    wanted = [each["status"] or None for each in expected or requests]
    differences = [] if module.params["only_ask"] else list(compare(answers, wanted))
    result = {"changed": False, "answers": answers, "differences": differences}
    if module.params["must_answer"] and answers and not any(each["status"] for each in answers):
        module.fail_json(msg="None of %d requests was answered by %s" % (len(answers), module.params["address"] or "this host"), **result)
    if differences:
        module.fail_json(msg="%d of %d requests are answered differently: %s"
                         % (len(differences), len(answers), "; ".join(differences[:10])), **result)
    module.exit_json(**result)


def compare(answers, wanted):
    for answer, status in zip(answers, wanted):
        if status is not None and answer["status"] != status:
            yield "%s: %s, was %s" % (address_of(answer), answer["status"] or "no answer", status)


def address_of(request):
    host = request["host"] or "localhost"
    return "%s %s://%s:%s%s" % (request["method"], request["scheme"], host, port_of(request), request["path"])


def port_of(request):
    return request["port"] or (443 if request["scheme"] == "https" else 80)


def ask(request, params):
    """The status of the answer; 0 if none comes."""
    address, timeout = params["address"] or request["address"] or "127.0.0.1", params["timeout"]
    if request["scheme"] == "https":
        # It is the server's answer that counts, not whether this host trusts its certificate.
        connection = HTTPSConnection(address, port_of(request), timeout=timeout, context=ssl._create_unverified_context())
    else:
        connection = HTTPConnection(address, port_of(request), timeout=timeout)
    try:
        connection.putrequest(request["method"], request["path"], skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", request["host"] or "localhost")
        connection.putheader("Connection", "close")
        connection.endheaders()
        return connection.getresponse().status
    except (HTTPException, socket.error, ssl.SSLError):
        return 0
    finally:
        connection.close()


if __name__ == "__main__":
    main()

# Reads a list of [template, values] as JSON and prints what Jinja2 makes of each, as Ansible calls it.
import json, sys
import jinja2
environment = jinja2.Environment(trim_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined)
print(json.dumps([environment.from_string(text).render(values) for text, values in json.load(sys.stdin)]))

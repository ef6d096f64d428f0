import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

export const reportPathTraversal = defineTransform({
  id: 'report-path-traversal',
  title: 'Report that 2.4.49 and 2.4.50 serve files beside the folders of the server',
  stage: 'findings',
  rows: [],
  directives: ['DocumentRoot', 'Alias'],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Points out the first line that leads to a folder where the target is 2.4.49 or 2.4.50, and takes addresses with `..` in them out of the summary\'s "Proven".',
    why: 'These two take `.%2e` (and 2.4.50 `%%32%65`) for the name of a folder and look it up as `..`: whoever asks for `/icons/.%2e/%2e%2e/etc/passwd` gets a file beside what an Alias leads to, wherever no rule forbids it (CVE-2021-41773, CVE-2021-42013; ap_normalize_path in server/util.c). 2.2 answers 404, as all other releases of 2.4.',
    before: 'Alias /icons/ /usr/share/icons/',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits: 'Packages may have the fix under the old number.',
    link: 'https://httpd.apache.org/security/vulnerabilities_24.html',
  },
  messages: {
    traversal:
      '2.4.49 and 2.4.50 serve files beside the folders that lines such as this one lead to, for addresses such as /icons/.%2e/x (CVE-2021-41773 and CVE-2021-42013). Take 2.4.51 or later.',
  },
  run({ model, target, report }) {
    if (!isSince(target, '2.4.49') || isSince(target, '2.4.51')) return;
    const [line] = findDirectives(model, 'DocumentRoot', 'Alias', 'ScriptAlias', 'AliasMatch').toSorted(
      (a, b) => a.seq - b.seq,
    );
    if (line !== undefined) report(placeOf(line), 'traversal', { level: 'error' });
  },
});

import { hasWildcard, type Occurrence, type Scope } from '../src/model/index.ts';
import { defineTransform, findDirectives, groupByNode, placeOf, removeNode } from '../src/transform/index.ts';
import { moveInFront, sectionAround } from './shared/proxy-in-front.ts';

export const moveProxyPass = defineTransform({
  id: 'move-proxy-pass',
  title: 'Take ProxyPass out of sections that 2.4 refuses it in',
  stage: 'directives',
  rows: [],
  directives: ['ProxyPass', 'ProxyPassMatch'],
  applicability: 'safe',
  refusedAtStart: ['left'],
  docs: {
    does: 'Writes ProxyPass, ProxyPassMatch and ProxyPassReverse lines of a `<Directory>` in front of it, with the address that 2.2 took them for, and takes those of a `<Files>`, and ProxyPass lines of a `<Proxy>` with a wildcard, away.',
    why: '2.4 refuses them there (NOT_IN_DIRECTORY|NOT_IN_FILES, mod_proxy.c). 2.2 took the path of the section for an address: in `<Directory /srv/www>` they were for requests of /srv/www/..., in `<Directory />` for all, in `<Files x>` for none. Those of a `<Proxy>` were for no address either; 2.4 takes its wildcard for a regular expression, which `*` is not (add_pass).',
    before: '<Directory />\n    ProxyPass http://backend.example/\n</Directory>',
    after: 'ProxyPass / http://backend.example/\n<Directory />\n</Directory>',
    undo: 'Nothing to undo: 2.4 does not start with the line in its old place.',
    limits:
      'In sections with a pattern, and inside guards of their own in a section, lines are left, with a finding.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxypass',
  },
  messages: {
    moved:
      '2.4 refuses {name} in a <Directory>. In 2.2 it was for requests whose address begins with {path}, which is what the new line says. If the folder was meant, write the address that leads to it.',
    dead: '2.4 refuses {name} in a <Files>. In 2.2 it had no effect. If certain addresses are to be proxied, write it into a <Location>.',
    wildcard:
      'In 2.2 {name} had no effect in a <Proxy>. 2.4 takes the wildcard of the section for a regular expression, and does not start if it is none. If certain addresses are to be proxied, write it into a <Location>.',
    left: '2.4 refuses {name} in a <{section}>. Write it into a <Location>, or before the section, with an address.',
  },
  run({ model, report }) {
    const lines = findDirectives(model, 'ProxyPass', 'ProxyPassMatch', 'ProxyPassReverse');
    for (const [line] of groupByNode(lines)) {
      const section = sectionAround(line.scope, SECTIONS);
      if (section === null || (section.kind === 'proxy' && !isWild(line, section))) continue;
      const { file, node } = line;
      const data = { name: node.name.value, section: section.name, path: pathOf(section) };
      const removal = removeNode(line);
      const isPlain = section.kind === 'directory' && line.scope === section && line.guards.length === 0;
      if (section.kind === 'files' || section.kind === 'proxy') {
        report(placeOf(line), section.kind === 'files' ? 'dead' : 'wildcard', {
          data,
          level: 'warning',
          fix: { title: `Remove ${node.name.value}`, applicability: 'safe', edits: removal },
        });
      } else if (!isPlain || section.file !== file) report(placeOf(line), 'left', { data, level: 'error' });
      else {
        report(placeOf(line), 'moved', {
          data,
          level: 'warning',
          fix: {
            title: `Move ${node.name.value} out of the section`,
            applicability: 'safe',
            edits: moveInFront(line, section, data.path),
          },
        });
      }
    }
  },
});

const SECTIONS = ['directory', 'directorymatch', 'files', 'filesmatch', 'proxy'] as const;

/** Whether 2.4 makes a regular expression of the section's path (`apr_fnmatch_test`). */
function isWild({ name }: Occurrence, section: Scope): boolean {
  return name === 'proxypass' && hasWildcard(section.args[0] ?? '');
}

/** With the slash at its end that the server adds (dirsection in server/core.c). */
function pathOf({ node, args }: Scope): string {
  const path = node?.open.args[0]?.value ?? args[0] ?? '';
  return path.endsWith('/') ? path : `${path}/`;
}

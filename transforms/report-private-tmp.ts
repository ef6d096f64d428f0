import type { Occurrence } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';

/** What is also used by other programs, or by people. */
const SHARING = [
  'DocumentRoot',
  'Alias',
  'AliasMatch',
  'ScriptAlias',
  'ScriptAliasMatch',
  'ErrorLog',
  'CustomLog',
  'TransferLog',
  'AuthUserFile',
  'AuthGroupFile',
  'RewriteMap',
];

export const reportPrivateTmp = defineTransform({
  id: 'report-private-tmp',
  title: 'Report paths in /tmp that the service does not share',
  stage: 'findings',
  rows: [],
  directives: SHARING,
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: "Names the lines that read or write files in /tmp or /var/tmp, where the target is Debian's or Red Hat's.",
    why: "systemd gives the service of their packages folders /tmp and /var/tmp of its own (`PrivateTmp=true` in apache2.service and httpd.service); the start scripts of 2.2's time did not. So 2.4 finds no page, password file or socket there that another program made, and nobody finds its logs.",
    before: 'CustomLog /tmp/access.log common',
    after: '(the line stays, and is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Files that only the server uses, such as caches and locks, are not looked for. A server whose ServerRoot is in /tmp is not one that systemd starts.',
    link: 'https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#PrivateTmp=',
  },
  messages: {
    private:
      '{unit} runs with a /tmp of its own (PrivateTmp=true): the server does not see what other programs have in {path}, nor they what it writes there. Use another folder, or let `systemctl edit {unit}` say PrivateTmp=false.',
  },
  run({ model, target, writtenFor, report }) {
    const unit = UNITS[target.family];
    if (writtenFor === '2.4' || unit === undefined || isTemporary(model.statedRoot)) return;
    for (const line of findDirectives(model, ...SHARING, 'FastCgiExternalServer')) {
      const path = pathsOf(line).find(isTemporary);
      if (path === undefined || line.on22 === 'no') continue;
      report(placeOf(line), 'private', { level: 'warning', data: { unit, path } });
    }
  },
});

const UNITS: Readonly<Partial<Record<string, string>>> = {
  debian: 'apache2.service',
  rhel: 'httpd.service',
};

/** Without the address of an Alias, and without the type of a map. */
function pathsOf({ name, args }: Occurrence): string[] {
  const words = name.includes('alias') ? args.slice(1) : args;
  return words.map((word) => word.replace(/^\w+:/, ''));
}

function isTemporary(path: string): boolean {
  return /^(?:\/var)?\/tmp\//.test(`${path}/`);
}

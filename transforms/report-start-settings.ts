import { patchRelease } from '../src/catalog/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import { defineTransform } from '../src/transform/index.ts';

const SETTINGS = '/etc/sysconfig/httpd';
/** RHEL 8 has 2.4.37; in RHEL 7, with 2.4.6, httpd.service reads the file (EnvironmentFile). */
const NOT_READ_SINCE = 37;

export const reportStartSettings = defineTransform({
  id: 'report-start-settings',
  title: 'Report what the service of Red Hat no longer reads in /etc/sysconfig/httpd',
  stage: 'findings',
  rows: [],
  directives: [],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: "Names the `-D` names and variables that /etc/sysconfig/httpd sets and the configuration asks for, where the target is Red Hat's since RHEL 8.",
    why: 'The start script of RHEL 5 and 6 read the file, and so does httpd.service of RHEL 7. That of RHEL 8 and later has no EnvironmentFile (httpd.service(8)): `<IfDefine NAME>` no longer holds, and `${NAME}` stays as it is written. Access rules are proven with these names and variables.',
    before: 'OPTIONS="-DSTAGING"',
    after: '(reported)',
    undo: 'Nothing is changed.',
    limits: 'Only what the file itself sets, each on a line of its own, is looked for.',
    link: 'https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#Environment=',
  },
  messages: {
    unread:
      'httpd.service does not read {settings} since RHEL 8, so 2.4 would be started without {names}, and this configuration asks for {what}. `systemctl edit httpd` sets them: {lines} below [Service].',
  },
  run({ model, target, writtenFor, report }) {
    const isRead =
      writtenFor === '2.4' || target.family !== 'rhel' || patchRelease(target.version) < NOT_READ_SINCE;
    const text = isRead || model.layout !== 'rhel' ? null : model.textOf(SETTINGS);
    const main = model.entry === null ? undefined : model.files.get(model.entry);
    if (text === null || main === undefined) return;
    const flags = flagsIn(text).filter((name) => asksForFlag(model, name));
    const variables = variablesIn(text).filter((name) => asksForVariable(model, name));
    const names = [...flags.map((name) => `-D${name}`), ...variables];
    if (names.length === 0) return;
    const what = [...flags.map((name) => `<IfDefine ${name}>`), ...variables.map((name) => `\${${name}}`)];
    const lines = [
      ...(flags.length === 0
        ? []
        : [`\`Environment="OPTIONS=${flags.map((name) => `-D${name}`).join(' ')}"\``]),
      ...variables.map((name) => `\`Environment=${name}=...\``),
    ];
    const data = {
      settings: SETTINGS,
      names: listed(names),
      what: listed(what.map((each) => `\`${each}\``)),
      lines: listed(lines),
    };
    report({ file: main, span: null }, 'unread', { level: 'error', data });
  },
});

function flagsIn(settings: string): string[] {
  const options = [...settings.matchAll(/^\s*(?:export\s+)?OPTIONS\+?=(.*)$/gm)].map(
    ([, words = '']) => words,
  );
  return unique(
    options.flatMap((words) => [...words.matchAll(/(?:^|[\s"'])-D\s*(\w+)/g)].map(([, name = '']) => name)),
  );
}

function variablesIn(settings: string): string[] {
  const set = [...settings.matchAll(/^\s*(?:export\s+)?(\w+)=/gm)].map(([, name = '']) => name);
  return unique(set.filter((name) => name !== 'OPTIONS' && name !== 'HTTPD'));
}

function asksForFlag(model: ServerModel, name: string): boolean {
  const asked = new RegExp(`^[ \\t]*<IfDefine[ \\t]+"?!?${name}"?[ \\t]*>`, 'im');
  return textsOf(model).some((text) => asked.test(text));
}

function asksForVariable(model: ServerModel, name: string): boolean {
  const asked = new RegExp(`^[ \\t]*[^#\\s].*\\$\\{${name}\\}`, 'm');
  return textsOf(model).some((text) => asked.test(text));
}

function textsOf({ files }: ServerModel): string[] {
  return [...files.values()].map(({ source }) => source.text);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
}

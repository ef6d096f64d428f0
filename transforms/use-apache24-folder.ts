import { posix } from 'node:path';
import { walkOccurrences, type ModuleLine, type Occurrence, type ServerModel } from '../src/model/index.ts';
import { positionAt } from '../src/text/index.ts';
import {
  defineTransform,
  inFile,
  placeOf,
  type FileEdit,
  type TransformContext,
} from '../src/transform/index.ts';

export const useApache24Folder = defineTransform({
  id: 'use-apache24-folder',
  title: "Load modules from the folder of FreeBSD's 2.4 port",
  stage: 'directives',
  rows: [],
  directives: ['LoadModule'],
  applicability: 'safe',
  keptForDual: true,
  docs: {
    does: "In FreeBSD's layout, has the LoadModule lines of httpd's own modules name libexec/apache24. Names the lines that name the configuration folder of 2.2's port.",
    why: 'The ports www/apache22 and www/apache24 have their modules and their configuration in folders of their own. 2.4 does not start with a module that was built for 2.2 (AH03034, "perhaps this is not an Apache module DSO, or was compiled for a different Apache version").',
    before: 'LoadModule alias_module libexec/apache22/mod_alias.so',
    after: 'LoadModule alias_module libexec/apache24/mod_alias.so',
    undo: 'Write apache22 again.',
    limits:
      "Third-party modules stay: their ports for 2.4 call the files differently. Other paths stay, too: whether their folder moves is its owner's choice. With --dual all stays: each port starts from a main file of its own.",
    link: 'https://www.freshports.org/www/apache24/',
  },
  messages: {
    line: "The port of 2.4 has its modules in {now}: those in {old} are 2.2's, and 2.4 does not start with them.",
    folder:
      "FreeBSD's port of 2.4 starts from /usr/local/etc/apache24/httpd.conf: put what is in this folder there, and in /etc/rc.conf write apache24_... for apache22_... (apache22_enable, apache22_flags).{places}",
  },
  run(context) {
    if (!isForThePort(context)) return;
    const { model, target, report } = context;
    for (const line of model.modules) {
      const edits = target.loadable.has(line.identifier) ? folderEdits(line) : [];
      if (edits.length === 0) continue;
      const old = posix.dirname(line.modulePath);
      const data = { old, now: posix.join(posix.dirname(old), NEW) };
      const fix = { title: `Load modules from ${data.now}`, applicability: 'safe', edits } as const;
      report(placeOf(line.occurrence), 'line', { data, fix });
    }
    reportFolder(context);
  },
});

type Context = TransformContext<'line' | 'folder'>;

const NEW = 'apache24';
const OLD_MODULES = /(?<=(?:^|\/)libexec\/)apache2[012]?(?=\/[^/]+$)/;
const OLD_FOLDER = /(?:^|\/)etc\/apache2[012]?(?=\/|$)/;

function isForThePort({ model, target, writtenFor }: Context): boolean {
  const isPort = posix.basename(target.moduleFolder) === NEW;
  return isPort && model.layout === 'freebsd' && model.kind === 'server' && writtenFor === '2.2';
}

function folderEdits({ occurrence: { file, node } }: ModuleLine): readonly FileEdit[] {
  const path = node.args[1];
  const found = path && OLD_MODULES.exec(path.value);
  if (!path || !found) return [];
  // As it is written, quotes and all.
  const at = file.source.text.slice(path.span.start, path.span.end).indexOf(path.value);
  if (at === -1) return [];
  const start = path.span.start + at + found.index;
  return inFile(file, [{ span: { start, end: start + found[0].length }, text: NEW }]);
}

/** More are counted. */
const MOST_PLACES = 5;

function reportFolder({ model, report }: Context): void {
  if (model.entry === null || !OLD_FOLDER.test(posix.dirname(model.entry))) return;
  const file = model.files.get(model.entry);
  if (file === undefined) return;
  const lines = [...walkOccurrences(model.main)].filter(namesFolder);
  const named = lines.slice(0, MOST_PLACES).map((line) => placeText(line, model));
  const more = lines.length > named.length ? ` and ${lines.length - named.length} more` : '';
  const places = lines.length === 0 ? '' : ` These lines name the old one: ${named.join(', ')}${more}.`;
  report({ file, span: null }, 'folder', { level: 'warning', data: { places } });
}

function namesFolder({ args, on22 }: Occurrence): boolean {
  return on22 !== 'no' && args.some((word) => OLD_FOLDER.test(word));
}

/** `Include (httpd.conf:50)`. */
function placeText({ file, node }: Occurrence, { entry }: ServerModel): string {
  const { line } = positionAt(file.source.text, node.name.span.start);
  return `${node.name.value} (${posix.relative(posix.dirname(entry ?? '/'), file.path)}:${line})`;
}

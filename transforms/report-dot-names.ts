import { posix } from 'node:path';
import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { hasWildcard } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf } from '../src/transform/index.ts';
import { folderOf } from './shared/directory-sections.ts';
import { listServed } from './shared/served-folders.ts';

/** Lines whose arguments after the first are endings of names. */
const BY_ENDING = [
  'AddHandler',
  'AddType',
  'AddOutputFilter',
  'AddInputFilter',
  'AddEncoding',
  'AddLanguage',
  'AddCharset',
] as const;

/** More files are not looked at. */
const MOST_FILES = 20_000;

export const reportDotNames = defineTransform({
  id: 'report-dot-names',
  title: 'Report files such as `.php`, whose handler 2.4 does not see',
  stage: 'findings',
  rows: [],
  directives: [...BY_ENDING],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: 'Looks in the folders that are served for files whose name begins with a dot and goes on with an ending that a line gives a handler, type, filter, encoding, language or charset, and names one for each line: as an error where the file was run as a program.',
    why: 'To 2.2 `.php` was a file without a name and with the ending php. 2.4 takes leading dots for a part of the name (find_ct in mod_mime.c): `.php` has no ending, and its source is sent.',
    before: 'AddHandler cgi-script .cgi',
    after: '(the line stays, and is reported if there is a file called `.cgi`)',
    undo: 'Nothing is changed.',
    limits:
      'Files of copies that hold no served folders are not seen, nor more than 20,000 files. Lines in Files and Location sections are taken to apply to all files. Types of mime.types are not looked at.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_mime.html#multipleext',
  },
  messages: {
    source:
      '{file} was run by this line in 2.2. 2.4 takes the dot at the start of a name for a part of it, sees no ending `{ending}`, and sends the source of the file. Give it another name, or write `{handler}` in `<Files "{name}">`.',
    unmapped:
      'In 2.2 this line applied to {file}. 2.4 takes the dot at the start of a name for a part of it, and sees no ending `{ending}`: the line no longer applies. Give the file another name if it matters.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const lines = findDirectives(model, ...BY_ENDING).filter(
      ({ on22, on24, args }) => on22 !== 'no' && on24 !== 'no' && args.length > 1,
    );
    if (lines.length === 0) return;
    const files = filesWithDot(model);
    const acted = new Set(findDirectives(model, 'Action').map(({ args }) => args[0]?.toLowerCase()));
    for (const line of lines) {
      const endings = new Set(line.args.slice(1).map(endingOf));
      const appliesTo = reachOf(line, model);
      const file = files.find(
        (path) =>
          endings.has(firstPart(path)) && appliesTo(path) && !(line.name === 'addtype' && hasMoreParts(path)),
      );
      if (file === undefined) continue;
      const data = { file, name: posix.basename(file), ending: `.${firstPart(file)}` };
      const value = line.args[0]!;
      if (isRun(line, acted)) {
        const handler = line.name === 'addhandler' ? `SetHandler ${value}` : `ForceType ${value}`;
        report(placeOf(line), 'source', { level: 'error', data: { ...data, handler } });
      } else report(placeOf(line), 'unmapped', { level: 'warning', data });
    }
  },
});

/** Paths of files in served folders whose names begin with a dot, as far as they are here. */
function filesWithDot(model: ServerModel): string[] {
  const found: string[] = [];
  let left = MOST_FILES;
  for (const folder of new Set(listServed(model).map((each) => each.folder))) {
    if (left <= 0) break;
    model.filesBelow(folder, (name, path) => {
      left -= 1;
      if (name.startsWith('.')) found.push(path);
      return false;
    });
  }
  return found;
}

/** What 2.2 took for the first ending, and 2.4 takes for the name. */
function firstPart(path: string): string {
  return posix.basename(path).replace(/^\.+/, '').split('.', 1)[0]!.toLowerCase();
}

/** The last ending that has a type decides. */
function hasMoreParts(path: string): boolean {
  return posix.basename(path).replace(/^\.+/, '').includes('.');
}

function endingOf(word: string): string {
  return word.replace(/^\./, '').toLowerCase();
}

/** Tells of a file whether the folders of a line hold it. */
function reachOf({ scope }: Occurrence, model: ServerModel): (path: string) => boolean {
  const around = scope.kind === 'files' && scope.parent !== null ? scope.parent : scope;
  const [written = ''] = around.args;
  if (around.kind !== 'htaccess' && (around.kind !== 'directory' || hasWildcard(written))) return () => true;
  const folder = around.kind === 'htaccess' ? written : folderOf(model, written);
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return (path) => path.startsWith(start);
}

/** Handlers run files, as do types that a module or an Action line takes for one. */
function isRun({ name, args: [value = ''] }: Occurrence, acted: ReadonlySet<string | undefined>): boolean {
  if (name === 'addhandler') return true;
  return name === 'addtype' && (acted.has(value.toLowerCase()) || /^application\/x-httpd-/i.test(value));
}

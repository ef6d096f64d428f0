import type { Occurrence, Scope, ServerModel } from '../src/model/index.ts';
import { groupBy, rememberWeakly } from '../src/text/index.ts';
import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';
import { listServed } from './shared/served-folders.ts';

export const keepIndexPages = defineTransform({
  id: 'keep-index-pages',
  title: 'Keep which page stands above and below a listing',
  stage: 'directives',
  rows: [],
  directives: ['HeaderName', 'ReadmeName'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Removes a HeaderName or ReadmeName after another one of the same section. Reports those in `<Location>`, `<LocationMatch>` and `<DirectoryMatch>`, which 2.2 did not obey.',
    why: '2.2 kept a list of them, with the path of their section, and took the first whose path the name of the folder began with (find_item in mod_autoindex.c): of two lines the first one, and none whose section has an address or a pattern. 2.4 takes the last one, in whatever section.',
    before: 'HeaderName HEADER.html\nHeaderName TOP.html',
    after: 'HeaderName HEADER.html',
    undo: 'Write the name that is wanted.',
    limits: 'Two lines in different guards are reported.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_autoindex.html#headername',
  },
  messages: {
    first:
      '2.2 took the first {name} of a section, {used}. 2.4 takes the last one: listings would show {unused} in its place.',
    section:
      '2.2 did not obey {name} here: it compared the path of the section with the name of the folder. 2.4 shows the page with the listings of this section. If it is not wanted, take the line out.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const lines of pageLines(model)) {
      const [first, ...others] = lines;
      if (first === undefined) continue;
      if (isUnread(first.scope, model)) {
        for (const line of lines) {
          report(placeOf(line), 'section', { level: 'info', data: { name: line.node.name.value } });
        }
        continue;
      }
      for (const line of others.filter(({ args }) => args[0] !== first.args[0])) {
        const isSure = [first, line].every(({ guards }) => guards.at(-1) === first.guards.at(-1));
        const edits = removeNode(line);
        report(placeOf(line), 'first', {
          level: isSure ? 'info' : 'warning',
          data: {
            name: line.node.name.value,
            used: first.args[0] ?? '',
            unused: line.args[0] ?? '',
          },
          ...(isSure && {
            fix: { title: `Remove the ${line.node.name.value}`, applicability: 'safe', edits },
          }),
        });
      }
    }
  },
});

/** Of one section and one name together, in reading order. */
function pageLines(model: ServerModel): Occurrence[][] {
  return ['HeaderName', 'ReadmeName'].flatMap((name) => {
    const lines = findDirectives(model, name).filter(({ on22 }) => on22 !== 'no');
    return [...groupBy(lines, ({ scope }) => scope).values()];
  });
}

const BY_OTHER_NAMES: ReadonlySet<string> = new Set(['location', 'locationmatch', 'directorymatch']);

/** Whether no folder has a name that begins as the path of the section does. */
function isUnread({ kind, args: [path = ''], parent }: Scope, model: ServerModel): boolean {
  if (!BY_OTHER_NAMES.has(kind))
    return parent !== null && BY_OTHER_NAMES.has(parent.kind) && isUnread(parent, model);
  const start = /^[^*?]*/.exec(path)?.[0] ?? '';
  const { folders, starts } = servedNames(model);
  return !starts.has(start) && !startsOf(start).some((each) => folders.has(each));
}

interface ServedNames {
  readonly folders: ReadonlySet<string>;
  /** All that a name of these begins with. */
  readonly starts: ReadonlySet<string>;
}

const servedNames = rememberWeakly((model: ServerModel): ServedNames => {
  const folders = new Set(listServed(model).map(({ written }) => written));
  return { folders, starts: new Set([...folders].flatMap(startsOf)) };
});

function startsOf(text: string): string[] {
  return Array.from(text, (_, index) => text.slice(0, index + 1));
}

import type { Scope, ServerModel } from '../src/model/index.ts';
import { quoteWord } from '../src/syntax/index.ts';
import {
  appendToFile,
  defineTransform,
  insertAfter,
  placeOf,
  placeOfScope,
  prependChild,
} from '../src/transform/index.ts';
import type { FileEdit, Place } from '../src/transform/index.ts';
import { directorySections, folderOf, linesOf, sectionsOfRoot } from './shared/directory-sections.ts';
import type { DirectorySections } from './shared/directory-sections.ts';
import { pathsTo } from './shared/folder-lookup.ts';
import { listReliers, saysSomething, servedWithin } from './shared/override-reliers.ts';
import type { FindWithin, Relier } from './shared/override-reliers.ts';
import { servedFolders } from './shared/served-folders.ts';
import type { ServedFolder, ServedFolders } from './shared/served-folders.ts';

export const defaultAllowOverride = defineTransform({
  id: 'default-allow-override',
  title: 'Write AllowOverride All where .htaccess files rely on it',
  stage: 'defaults',
  rows: ['default-allow-override', 'sym-htaccess-ignored'],
  directives: ['AllowOverride'],
  isIndependent: true,
  isListed: true,
  applicability: 'safe',
  docs: {
    does: 'Writes `AllowOverride All` into the section that governs a folder with a .htaccess file, where AllowOverride is not set, so that the default of 2.2, All, counted. The same for a folder that is served and that is not here to be looked into, and for those of UserDir: they may hold such files. Where that would take more than three new sections, one for `/` does it, which is the old default, too.',
    why: 'In 2.4 the default is None. Left unset it is worse than None: the server opens the file, permits nothing in it and answers 500 to any directive (create_core_dir_config in server/core.c: OR_UNSET|OR_NONE).',
    before: '<Directory /srv/www>\n    Options FollowSymLinks\n</Directory>',
    after: '<Directory /srv/www>\n    Options FollowSymLinks\n    AllowOverride All\n</Directory>',
    undo: 'Write `AllowOverride None` instead if the files should not count any more.',
    limits:
      'Home directories are taken to lie in /home. Of folders that can be looked into, only those with .htaccess files that hold a directive today are seen to. A file that is put elsewhere later is not read by 2.4 without an AllowOverride of its own.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#allowoverride',
  },
  messages: {
    written:
      'AllowOverride is not set for {path}{more}, so 2.2 read it in full. 2.4 answers 500 to every request below it unless AllowOverride permits what it says.',
    unseen:
      'AllowOverride is not set for {path}{more}, and its files are not known: 2.2 read .htaccess files there in full. 2.4 answers 500 below each of them, unless AllowOverride permits what it says.',
  },
  run({ model, original, options, writtenFor, report }) {
    if (writtenFor === '2.4' || model.kind !== 'server') return;
    // A text for both versions keeps what 2.2 read, in a guard: 2.4 has to be permitted that, too.
    const keeping = options.dual === true ? original.htaccess.filter(saysSomething) : [];
    const kept = new Set(keeping.map(({ file }) => file.path));
    for (const { place, edits, reliers } of planPlaces(model, kept)) {
      const files = reliers.filter(({ file }) => file !== null);
      const [first = reliers[0]] = files;
      if (first === undefined) continue;
      const more =
        files.length > 0
          ? countMore(files.length - 1, '.htaccess file')
          : countMore(reliers.length - 1, 'folder');
      report(place, files.length > 0 ? 'written' : 'unseen', {
        data: { path: first.file?.path ?? first.folder, more },
        fix: { title: 'Write AllowOverride All', applicability: 'safe', edits },
      });
    }
  },
});

function countMore(count: number, what: string): string {
  return count < 1 ? '' : ` (and ${count} more ${what}${count === 1 ? '' : 's'})`;
}

const LINE = 'AllowOverride All';

/** One line that is written, and what relies on it. */
interface Plan {
  readonly place: Place;
  readonly edits: readonly FileEdit[];
  readonly reliers: Relier[];
}

/** @param kept paths of .htaccess files that are not empty when all is written, whatever is left in them now */
function planPlaces(model: ServerModel, kept: ReadonlySet<string>): Plan[] {
  if (isSetForAll(model)) return [];
  const served = servedFolders(model);
  const within = servedWithin(model);
  const reliers = listReliers(model, kept, served, within);
  if (reliers.length === 0) return [];
  const sections = directorySections(model);
  const plans = new Map<object, Plan>();
  const made = new Map<string, Map<Scope, Plan>>();
  for (const relier of reliers) {
    for (const server of relier.servers) {
      const over = sections.overOn(relier.folder, server);
      const set = over.flatMap((scope) => linesOf(scope, 'allowoverride'));
      const isCertain = set.some(({ on24 }) => on24 === 'yes');
      if (isCertain || (set.length > 0 && !relier.unset.has(server))) continue;
      const known = over.find((scope) => plans.has(scope));
      const nearest = {
        section: known ?? over.findLast(({ on24 }) => on24 === 'yes') ?? null,
        line: lineOf(relier, server, served, within),
      };
      // At the root whatever a virtual host says there or further in comes later.
      const root = { section: over.find(isRoot) ?? null, line: null };
      const isTakenBack = isOfMain(nearest, model) && overrulesHosts(nearest, sections, model);
      const { section, line } = isTakenBack ? root : nearest;
      const outer = section === null ? madeFor(relier.folder, server, made, model) : undefined;
      const key = section ?? line?.line ?? model.main;
      const plan = outer ?? plans.get(key) ?? makePlan(model, section, line);
      plan.reliers.push(relier);
      if (outer) continue;
      plans.set(key, plan);
      if (section === null) {
        const folder = line?.folder.replace(/(?<=.)\/$/, '') ?? '/';
        made.set(folder, (made.get(folder) ?? new Map()).set(line?.server ?? model.main, plan));
      }
    }
  }
  return withOneForMany(model, [...plans.values()], made);
}

/** Whether nothing relies on the default, wherever it lies. */
function isSetForAll(model: ServerModel): boolean {
  return sectionsOfRoot(model).some((root) =>
    linesOf(root, 'allowoverride').some(({ on24 }) => on24 === 'yes'),
  );
}

/** Sections that have to be made, by their folders and servers. */
type MadeSections = ReadonlyMap<string, ReadonlyMap<Scope, Plan>>;

/** The outermost of those around the folder that hold on the server. */
function madeFor(folder: string, server: Scope, made: MadeSections, { main }: ServerModel): Plan | undefined {
  for (const path of pathsTo(folder)) {
    const onServer = made.get(path);
    const plan = onServer?.get(server) ?? onServer?.get(main);
    if (plan !== undefined) return plan;
  }
  return undefined;
}

/** More sections than these are one for `/`: that is the old default, too. */
const MOST_SECTIONS = 3;

function withOneForMany(model: ServerModel, plans: Plan[], made: MadeSections): Plan[] {
  const many = new Set([...made.values()].flatMap((onServer) => [...onServer.values()]));
  if (many.size <= MOST_SECTIONS) return plans;
  const one = makePlan(model, null, null);
  one.reliers.push(...[...many].flatMap(({ reliers }) => reliers));
  return [...plans.filter((plan) => !many.has(plan)), one];
}

/** The line of a server that leads to the folder, or else to one in it; null if none does. */
function lineOf(
  { folder }: Relier,
  server: Scope,
  served: ServedFolders,
  within: FindWithin,
): ServedFolder | null {
  const inner = within(folder).get(server);
  return (
    served.overOn(folder, server).at(-1) ?? (inner === undefined ? null : { ...inner, folder, written: '' })
  );
}

/** Where the line may be written: in a section, or in a new one behind a line that maps addresses to the folder. */
interface Spot {
  readonly section: Scope | null;
  readonly line: ServedFolder | null;
}

/** Whether what is written there holds for every virtual host. */
function isOfMain({ section, line }: Spot, { main }: ServerModel): boolean {
  return (section?.server ?? line?.server ?? main) === main;
}

/** Whether the spot is deeper than one where a virtual host says AllowOverride: it would take that back. */
function overrulesHosts({ section, line }: Spot, sections: DirectorySections, model: ServerModel): boolean {
  const folder = section === null ? line?.folder : folderOf(model, section.args[0] ?? '/');
  if (folder === undefined) return false;
  return sections
    .over(folder)
    .some((scope) => scope.server !== model.main && linesOf(scope, 'allowoverride').length > 0);
}

function isRoot({ args, on24 }: Scope): boolean {
  return on24 === 'yes' && args[0] === '/';
}

function makePlan(model: ServerModel, section: Scope | null, served: ServedFolder | null): Plan {
  if (section?.node) {
    // Options and AllowOverride stand together in most files.
    const options = linesOf(section, 'options').findLast(
      ({ guards, file }) => guards.length === 0 && file === section.file,
    );
    const edits = options
      ? insertAfter(options, [LINE])
      : prependChild({ file: section.file, node: section.node }, [LINE]);
    return { place: placeOfScope(section), edits, reliers: [] };
  }
  const lines = (path: string): string[] => [`<Directory ${quotePath(path)}>`, `\t${LINE}`, '</Directory>'];
  if (served !== null) {
    const edits = insertAfter(served.line, lines(absolute(served)));
    return { place: placeOf(served.line), edits, reliers: [] };
  }
  const { file } = model.main;
  // No line of the server leads to the folder: as in 2.2 the default holds below `/`, where any other section overrides it.
  const edits = appendToFile(file, lines('/'));
  return { place: { file, span: null }, edits, reliers: [] };
}

/** Directory wants an absolute path, where DocumentRoot may be relative to ServerRoot. */
function absolute({ written, folder }: ServedFolder): string {
  const isRelative = !/^([/@$]|[a-z]:)/i.test(written);
  return isRelative ? Buffer.from(folder, 'utf8').toString('latin1') : written;
}

/** In quotes, as the manual writes the paths of sections. */
function quotePath(path: string): string {
  const word = quoteWord(path);
  return word === path ? `"${path}"` : word;
}

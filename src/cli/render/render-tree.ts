import type { ModelProblem, Scope, ServerModel, Unknown, IncludeLine, ModelFile } from '../../model/index.ts';
import { includesByFile, isReadFirst } from '../../model/index.ts';
import { painter, printable, wrapWords } from '../../report/index.ts';
import type { PlaceNamer } from './place-namer.ts';
import { placeNamer } from './place-namer.ts';

const WIDTH = 100;

/** The model for people: what was read in which order, virtual hosts, modules, .htaccess files, problems, and what was not read or searched. */
export function renderTree(model: ServerModel, color: boolean, from: string): string {
  const places = placeNamer(from);
  const count = (title: string, list: readonly unknown[]) => `${title} (${list.length})`;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Server', serverLines(model, places)],
    ['Files, in the order in which the server reads them', includeTreeLines(model, places)],
    [count('Virtual hosts', model.virtualHosts), model.virtualHosts.map((host) => hostLine(host, places))],
    [count('Modules loaded', model.modules), wrapNames(model.modules)],
    [count('Modules commented out', model.commentedModules), wrapNames(model.commentedModules)],
    [count('.htaccess files', model.htaccess), model.htaccess.map(({ file }) => places.file(file.path))],
    [count('Problems', model.problems), model.problems.map((problem) => problemLine(problem, model, places))],
    [
      count('Not known', model.unknowns),
      model.unknowns.map((unknown) => unknownLine(unknown, model, places)),
    ],
  ];
  const paint = painter(color);
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${paint.strong(title)}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('\n');
}

function serverLines(
  { kind, layout, entry, serverRoot, statedRoot, defines }: ServerModel,
  places: PlaceNamer,
) {
  const names = [...defines].map(([name, value]) => (value === '' ? name : `${name}=${value}`));
  const isCopy = statedRoot !== serverRoot;
  return [
    `${KIND_WORDS[kind]}${layout === 'fragment' ? '' : `, laid out as ${layout}`}`,
    ...(entry === null ? [] : [`main file   ${places.file(entry)}`]),
    `ServerRoot  ${places.file(serverRoot)}${isCopy ? ` (a copy of ${printable(statedRoot)})` : ''}`,
    ...(names.length === 0 ? [] : [`defined     ${printable(names.join(', '))}`]),
  ];
}

const KIND_WORDS: Readonly<Record<ServerModel['kind'], string>> = {
  server: 'a whole server',
  htaccess: '.htaccess files without a server',
  fragment: 'a part of a configuration',
};

function hostLine(host: Scope, places: PlaceNamer): string {
  const name = host.items.find((item) => item.type === 'occurrence' && item.name === 'servername');
  const serverName = name?.args[0] ?? '(no ServerName)';
  const place = places.line(host.file, host.node?.span.start ?? 0);
  const note = host.on22 === 'yes' ? '' : host.on22 === 'no' ? '  (not read by 2.2)' : '  (maybe)';
  return printable(`${host.args.join(' ').padEnd(20)}  ${serverName.padEnd(30)}  `) + place + note;
}

function wrapNames(modules: readonly { readonly identifier: string }[]): string[] {
  const names = modules.map(({ identifier }) => printable(identifier));
  return names.length === 0 ? [] : wrapWords(names.join(' '), WIDTH, '').split('\n');
}

function problemLine(problem: ModelProblem, model: ServerModel, places: PlaceNamer): string {
  return `${placeOf(problem, model, places)} ${problem.level}: ${printable(problem.message)}`;
}

function unknownLine(unknown: Unknown, model: ServerModel, places: PlaceNamer): string {
  return `${placeOf(unknown, model, places)}: ${printable(unknown.message)}`;
}

function placeOf(
  { path, offset }: Pick<Unknown, 'path' | 'offset'>,
  { files }: ServerModel,
  places: PlaceNamer,
): string {
  const file = files.get(path);
  return file === undefined || offset === null ? places.file(path) : places.line(file, offset);
}

/** What an Include line that led to no file is followed by. */
const OUTCOME_WORDS: Readonly<Record<IncludeLine['outcome'], string>> = {
  read: '',
  'no-match': ' (matches nothing)',
  missing: ' (missing)',
  outside: ' (not in this copy of the tree)',
  unreadable: " (can't be read)",
  cycle: ' (is being read already: a cycle)',
  'too-deep': ' (too deep)',
  unknown: ' (depends on a variable)',
};

/** The files that the entry leads to, as an indented tree of Include lines; a file's own Includes are shown once. */
function includeTreeLines(model: ServerModel, places: PlaceNamer): string[] {
  const includes = includesByFile(model);
  const shown = new Set<ModelFile>();
  const linesOf = (file: ModelFile, indent: string): string[] => {
    const isAgain = shown.has(file);
    shown.add(file);
    const below = isAgain ? [] : (includes.get(file) ?? []);
    const head = `${indent}${places.file(file.path)}${isAgain ? ' (again)' : ''}`;
    return [head, ...below.flatMap((include) => includeLines(include, `${indent}  `))];
  };
  const includeLines = (include: IncludeLine, indent: string): string[] => {
    const { file, node, args } = include.occurrence;
    const line = places.lineNumber(file, node.span.start);
    const head = `${indent}${line}: ${node.name.value} ${printable(args.join(' '))}`;
    const note = `${OUTCOME_WORDS[include.outcome]}${include.occurrence.on22 === 'no' ? ' (not read by 2.2)' : ''}`;
    return [head + note, ...include.files.flatMap((child) => linesOf(child, `${indent}  `))];
  };
  const roots = [...model.files.values()].filter((file) => file.role === 'config' && isReadFirst(file));
  return roots.flatMap((root) => linesOf(root, ''));
}

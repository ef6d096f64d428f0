import { decodePath, isUnder } from '../../model/index.ts';
import type { Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { groupBy, rememberWeakly } from '../../text/index.ts';
import type { OpenRule } from '../addresses/index.ts';
import { linesAskingWithin } from '../conditions/asked-within.ts';
import { tellsFilesApart } from '../conditions/index.ts';
import { pathsTo, withoutDrivePath } from '../folders/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { titleOf } from './contributions.ts';
import { renamingLine } from './credentials.ts';
import { realClientHeader } from './real-client.ts';
import { isMalformedHost, speaksTls } from './server-identity.ts';
import { isCondition } from './open-tests.ts';
import { isAtTop } from './server-lines.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';
import type { Way } from './ways.ts';

/** Something that was assumed on the way to an answer. */
export interface Assumption {
  readonly text: string;
  /** The line that it is about; null if it is about the tree or the request as a whole. */
  readonly line: Occurrence | Scope | null;
}

const MOST_ELSEWHERE = 3;

/** What was assumed on all ways that the request may take: the answers hold as far as these do. */
export function assumptionsOf(
  tree: RequestTree,
  request: ConcreteRequest,
  ways: readonly Way[],
): Assumption[] {
  const rounds = ways.flatMap(({ evaluation }) => evaluation.rounds);
  const open = new Set(ways.flatMap((way) => way.open));
  return [
    ...whereItArrives(tree, request),
    ...whatIsThere(tree, rounds),
    ...whoAsks(tree, request, rounds),
    ...whatTlsAsks(tree, request, rounds),
    ...whereItLeads(rounds),
    ...[...open].map((line) => ({ text: openWords(line), line })),
    ...ways.flatMap(({ evaluation }) => askedWithin(tree, evaluation.rounds)).slice(0, 1),
    ...(tree.model.kind === 'server' ? [] : [plain('nothing above this file restricts or permits anything')]),
  ];
}

function openWords(line: Occurrence | Scope): string {
  if (line.type === 'occurrence')
    return 'whether the request meets this rule is not known: the way shown is the one where it does not';
  const what = isCondition(line)
    ? 'this section holds is not known'
    : 'the pattern of this section matches is not told here';
  return `whether ${what}: the way shown is the one without it`;
}

function plain(text: string): Assumption {
  return { text, line: null };
}

function whereItArrives(tree: RequestTree, request: ConcreteRequest): Assumption[] {
  const { elsewhere, server, nameless } = tree.choose(request);
  const hosts = elsewhere.slice(0, MOST_ELSEWHERE).map(({ address, server: line }) => ({
    text: `the request is taken to arrive where ${titleOf(server)} answers. At ${address} this host would: --address says where it arrives`,
    line,
  }));
  const isOdd = tree.version === '2.2' && isOddName(tree, request);
  const odd = isOdd
    ? [
        plain(
          `2.2 is older than 2.2.32, or HttpProtocolOptions is Unsafe: else it answers 400 to the name ${request.host}`,
        ),
      ]
    : [];
  const isForItself = request.host !== null && tree.factsOf(server).map.forwards;
  const looked = nameless.slice(0, MOST_ELSEWHERE).map((line) => ({
    text: `the name that the server looks up for this host, which has no ServerName, is not ${request.host}`,
    line,
  }));
  return [...hosts, ...looked, ...odd, ...(isForItself ? [plain(FOR_ITSELF)] : [])];
}

/** A name of the server's own that is no host name: see `badHost`. */
function isOddName(tree: RequestTree, request: ConcreteRequest): boolean {
  const { server, isItsName } = tree.choose(request);
  if (request.host === null || request.host === '' || !isItsName) return false;
  return isMalformedHost(request.host, tree.factsOf(server).lines, tree);
}

const FOR_ITSELF =
  'the request is for this server itself. Asked as a forward proxy (ProxyRequests On) for an address of another server, it goes by the Proxy sections, which is not shown';

function whatIsThere(tree: RequestTree, rounds: readonly Round[]): Assumption[] {
  const missing = new Set(
    rounds.flatMap(({ file }) => (file?.isAssumed === true ? [withoutDrivePath(file.path)] : [])),
  );
  const doubted = new Set(rounds.flatMap(({ file }) => closedPerhaps(tree, file)));
  const verb = missing.size === 1 ? 'is' : 'are';
  return [
    missing.size === 0
      ? []
      : `what is served is not on this machine: ${[...missing].join(' and ')} ${verb} taken to exist`,
    doubted.size === 0
      ? []
      : `the server's user may open ${[...doubted].join(' and ')}, which is not open to everybody here`,
    [...new Set(rounds.flatMap(({ file }) => file?.doubtedLinks ?? []))].map(
      (link) => `the link ${link} belongs to the owner of what it leads to, as SymLinksIfOwnerMatch wants`,
    ),
    unsearched(tree, rounds).map(
      (folder) => `no .htaccess file counts in ${folder}, where none could be read`,
    ),
  ]
    .flat()
    .map(plain);
}

function whoAsks(tree: RequestTree, request: ConcreteRequest, rounds: readonly Round[]): Assumption[] {
  const { user, client, otherHeaders } = request;
  const isTrusted = user !== null && rounds[0]?.credentialsNote === null;
  const { lines } = tree.factsOf(tree.choose(request).server);
  const header = tree.version === '2.2' || otherHeaders === 'absent' ? null : realClientHeader(lines);
  const renaming = new Set(rounds.flatMap(({ recorder }) => renamingLine(recorder, tree) ?? []));
  return [
    ...(isTrusted ? [`the password of ${user} is right`] : []),
    ...(isTrusted
      ? [...renaming].map(
          (name) => `${user} is what ${name} calls the user, whatever name was typed: Require asks for that`,
        )
      : []),
    ...(header !== null && client !== null && !request.headers.has(header)
      ? [`${client} is the address that mod_remoteip finds, which ${header} may name: --header gives that`]
      : []),
  ].map(plain);
}

/** Lines of mod_ssl that ask for more than the access rules do. */
function whatTlsAsks(tree: RequestTree, request: ConcreteRequest, rounds: readonly Round[]): Assumption[] {
  const { lines } = tree.factsOf(tree.choose(request).server);
  if (speaksTls(lines) === 'off') return [];
  const sections = rounds.flatMap(({ steps }) => steps.filter(({ isRead }) => isRead));
  const own = sections.flatMap(({ section }) =>
    Object.keys(ASKED_BY_TLS).flatMap((name) => tree.linesIn(section, name)),
  );
  const ofServer = [...lines.inherited('sslverifyclient'), ...lines.own('sslverifyclient')].findLast(isAtTop);
  const asking = [...(ofServer === undefined ? [] : [ofServer]), ...own].filter(
    ({ name, args: [word = ''] }) => name === 'sslrequire' || /^require$/i.test(word),
  );
  return [...new Set(asking)].map((line) => ({ text: ASKED_BY_TLS[line.name] ?? '', line }));
}

const ASKED_BY_TLS: Readonly<Record<string, string>> = {
  sslrequire: 'the request meets this SSLRequire: else it is answered with 403',
  sslverifyclient: 'the client has a certificate that is accepted here: else nothing is answered, or 403',
};

function whereItLeads(rounds: readonly Round[]): Assumption[] {
  return [...new Set(rounds.flatMap(lineToUnknown))].map((line) => ({
    text: 'the folder that this line leads to is not known: DocumentRoot was taken',
    line,
  }));
}

function lineToUnknown({ mapped }: Round): (Occurrence | null)[] {
  return mapped.target.type === 'unknown' && !mapped.rewritten.isUnknown ? [mapped.by] : [];
}

/** Rewrite rules on the way of which it is not known whether the request meets them. */
export function unsureRules(rounds: readonly Round[]): Occurrence[] {
  return [...new Set(openRules(rounds).map(({ line }) => line))];
}

/** The same, each with the address that it was asked about. */
export function openRules(rounds: readonly Round[]): OpenRule[] {
  return rounds.flatMap(({ mapped, recorder }) => [...mapped.rewritten.unsure, ...recorder.doubtedRules]);
}

/** Which patterns of folders a file meets that is asked for within a request depends on what was asked for: see `linesAskingWithin`. */
function askedWithin({ model }: RequestTree, rounds: readonly Round[]): Assumption[] {
  const isFileMatched = rounds.some(({ steps }) => steps.some(({ section }) => tellsFiles(section)));
  const line = isFileMatched && rounds.length > 1 ? linesAskingWithin(model)[0] : undefined;
  if (line === undefined) return [];
  const text =
    'this line makes the server ask for another file within the request: that was taken to meet the patterns of folders that it meets from outside';
  return [{ text, line }];
}

function tellsFiles({ matcher, entries }: AccessSection): boolean {
  const isPattern = matcher.type === 'directory-regex' || matcher.type === 'directory-wildcard';
  return isPattern || entries.some(asksForFiles);
}

function asksForFiles(entry: AccessSection['entries'][number]): boolean {
  return 'children' in entry ? entry.children.some(asksForFiles) : tellsFilesApart(entry.args.join(' '));
}

/** What the server opens, and may be forbidden to: as whom it runs is not known here. */
function closedPerhaps({ files }: RequestTree, file: Round['file']): readonly string[] {
  if (file === null) return [];
  const isDoubted = file.kind === 'file' && files.mayOpen(file.path, 'read') === null;
  return [...file.doubted, ...(isDoubted ? [file.path] : [])];
}

/** Folders on the way in which .htaccess files would count, and are not here or can't be read. */
export function unsearched({ model }: RequestTree, rounds: readonly Round[]): string[] {
  const files = rounds.flatMap(({ file }) => (file === null ? [] : [decodePath(file.path + file.pathInfo)]));
  const { folders, placesOf } = unsearchedIn(model);
  const around = new Set(files.flatMap((file) => pathsTo(file).flatMap(placesOf)));
  return [...around]
    .toSorted((a, b) => a - b)
    .map((place) => folders[place]!)
    .filter((folder) => files.some((file) => isUnder(file, folder)));
}

/** Of thousands of hosts each may have such a folder, and each is asked about. */
const unsearchedIn = rememberWeakly((model: ServerModel) => {
  const folders = model.unknowns.flatMap(({ kind, below, folders: all = below === null ? [] : [below] }) =>
    kind === 'folder' ? all : [],
  );
  const places = groupBy(folders.keys(), (place) => folders[place]!.replace(/(?!^)\/$/, ''));
  return { folders, placesOf: (path: string): readonly number[] => places.get(path) ?? [] };
});

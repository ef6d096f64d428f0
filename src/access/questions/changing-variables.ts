import { conditionedRules, linesNamed, readRewriteFlags } from '../../model/index.ts';
import type { ConditionedLine, Occurrence, ServerModel } from '../../model/index.ts';
import { linesLeadingOn, linesMappingWithin, linesRunningPrograms } from '../conditions/asked-within.ts';
import { analysisOf } from '../sections/analysis.ts';
import { indexNames } from '../folders/folder-around.ts';
import { variablesAsked, variablesSet } from '../sections/variables.ts';
import { rememberPerForm } from '../states/form.ts';
import { flatMap } from '../../text/index.ts';

/**
 * Variables that rules ask for, in lower case, and that may be other ones when a server asks them once more within one request: of the
 * index file of a folder, or of the address that a rule in a folder or a program leads to.
 */
export interface ChangingVariables {
  /** Not set at first, perhaps set then. */
  readonly coming: ReadonlySet<string>;
  /** Perhaps set at first or then. */
  readonly changing: ReadonlySet<string>;
}

/**
 * SetEnv, PassEnv, `SSLOptions +StdEnvVars` and the rules of mod_rewrite in folders set theirs when access was granted already
 * (fixups); an index file is looked up with them, and an address that is led to with the same ones named REDIRECT_. Rules of a server
 * see each of these addresses, lines that ask for Request_URI those that are led to. What is looked up is asked for with GET, and so is what a program
 * leads to.
 */
export function changingVariables(model: ServerModel): ChangingVariables {
  const rules = conditionedRules(model).filter(({ line }) => setBy(line).length > 0);
  const late = new Set([
    ...linesNamed(model, (name) => name === 'setenv').map(({ args: [name = ''] }) => lowered(name)),
    ...linesNamed(model, (name) => name === 'passenv').flatMap(({ args }) => args.map(lowered)),
    ...rules.filter(({ line }) => isOfFolder(line)).flatMap(({ line }) => setBy(line)),
  ]);
  const isComing = (name: string): boolean => late.has(name) || OF_SERVER.test(name);
  const runsPrograms = linesRunningPrograms(model).length > 0;
  const isLedOn = runsPrograms || linesLeadingOn(model).length > 0;
  const isElsewhere = rules.length > 0 && (isLedOn || linesMappingWithin(model).length > 0);
  const tells = (rule: ConditionedLine): boolean =>
    isElsewhere ? tellsAddresses(rule, OF_ADDRESS) : tellsIndexFiles(rule, model);
  const changing = new Set(
    rules
      .filter((rule) => (isOfFolder(rule.line) ? takesAway(rule.line) : tells(rule)))
      .flatMap(({ line }) => setBy(line)),
  );
  if (isLedOn) addThoseOf(attributesLedTo(model, runsPrograms), changing, model, isComing);
  // Of no name it could hold then.
  if (late.size + changing.size === 0 && !mayAskOfServer(model)) return { coming: changing, changing };
  const asked = namesAsked(model);
  const known = (isOne: (name: string) => boolean) => new Set([...asked].filter(isOne));
  return { coming: known(isComing), changing: known((name) => changing.has(name)) };
}

/** What the server calls variables by itself. */
const OF_SERVER = /^(?:redirect|ssl)_/;

/** Whether Allow, Deny or Require lines may ask for one called so: it stands in one of their words. */
function mayAskOfServer(model: ServerModel): boolean {
  const asking = linesNamed(
    model,
    (name) => name === 'allow' || name === 'deny' || name === 'require',
    ({ args }) => args.some(mayBeOfServer),
  );
  return asking.length > 0;
}

function mayBeOfServer(word: string): boolean {
  return LIKE_SERVERS.test(word);
}

const LIKE_SERVERS = /(?:redirect|ssl)_/i;

function namesAsked(model: ServerModel): ReadonlySet<string> {
  const { sections, worlds } = analysisOf(model);
  const [world] = worlds ?? [];
  return new Set(
    flatMap(sections, (section) =>
      world === undefined ? variablesAsked(section) : askedBySaying(section, world),
    ),
  );
}

const askedBySaying = rememberPerForm((section) => variablesAsked(section));

/** Whether the rule may be met by one of two addresses of a request and not by the other. @param changing see `asksFor` */
function tellsAddresses({ line, conditions }: ConditionedLine, changing: RegExp): boolean {
  const isForAll = /^(?:\^|\.\*|\.|\^\.\*\$?|\^\/|\(\.\*\)|\^\(\.\*\)\$?)$/.test(line.args[0] ?? '');
  return !isForAll || asksFor(changing, conditions);
}

/** Whether it may be met by an index file and not by its folder, or the other way round: a plain beginning of an address ends before both. */
function tellsIndexFiles(rule: ConditionedLine, model: ServerModel): boolean {
  if (!tellsAddresses(rule, OF_INDEX_FILE)) return false;
  const [, last] = /^\^\/(?:[\w~-]+\/)*([\w~-]*)$/.exec(rule.line.args[0] ?? '') ?? [];
  if (last === undefined || asksFor(OF_INDEX_FILE, rule.conditions)) return true;
  return last !== '' && indexNames(model).some((name) => name.startsWith(last));
}

/** @param changing names of what may be another one for the second address */
function asksFor(changing: RegExp, conditions: readonly Occurrence[]): boolean {
  return conditions.some(({ args: [text = ''] }) => changing.test(text));
}

/** The method is GET for what is looked up; the query is that of the folder for its index file. */
const OF_INDEX_FILE =
  /\$|%\{(?:REQUEST_URI|REQUEST_FILENAME|REQUEST_METHOD|SCRIPT_|PATH_|IS_SUBREQ|ENV:|LA-)|%\d/i;
const OF_ADDRESS = new RegExp(`${OF_INDEX_FILE.source}|%\\{QUERY_STRING`, 'i');

/**
 * What SetEnvIf may ask for, in lower case, that is another one for an address that is led to: mod_headers has changed the request by then, and a
 * program leads on with GET, and without a body.
 */
function attributesLedTo(model: ServerModel, runsPrograms: boolean): ReadonlySet<string> {
  const headers = linesNamed(model, (name) => name === 'requestheader').map(
    ({ args: [, name = ''] }) => name,
  );
  const ofProgram = runsPrograms ? ['request_method', 'content-length'] : [];
  return new Set(['request_uri', ...ofProgram, ...headers.map(lowered)]);
}

/** Those that are made of such attributes, or of variables that are other ones then. */
function addThoseOf(
  attributes: ReadonlySet<string>,
  changing: Set<string>,
  model: ServerModel,
  isComing: (name: string) => boolean,
): void {
  const setters = linesNamed(model, (name) => name === 'setenvif' || name === 'setenvifnocase');
  for (let size = -1; size !== changing.size;) {
    size = changing.size;
    for (const line of setters) {
      const attribute = lowered(line.args[0] ?? '');
      if (!attributes.has(attribute) && !changing.has(attribute) && !isComing(attribute)) continue;
      for (const name of setBy(line)) changing.add(name);
    }
  }
}

function takesAway({ args: [, , flags = ''] }: Occurrence): boolean {
  return (readRewriteFlags(flags).get('E') ?? []).some((change) => change.startsWith('!'));
}

function isOfFolder({ scope }: Occurrence): boolean {
  return scope !== scope.server;
}

function setBy(line: Occurrence): string[] {
  return variablesSet(line).map(lowered);
}

function lowered(text: string): string {
  return text.toLowerCase();
}

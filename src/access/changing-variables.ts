import { linesNamed, readRewriteFlags, ruleStatus } from '../model/index.ts';
import type { Occurrence, ServerModel } from '../model/index.ts';
import { analysisOf } from './sections/analysis.ts';
import { variablesAsked, variablesSet } from './sections/variables.ts';

/**
 * Variables that rules ask for, in lower case, and that may be other ones when a server asks them once more within one request: of the
 * index file of a folder, or of the address that a rule in a folder leads to.
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
 * see each of these addresses, lines that ask for Request_URI those that are led to.
 */
export function changingVariables(model: ServerModel): ChangingVariables {
  const asked = new Set(analysisOf(model).sections.flatMap(variablesAsked));
  if (asked.size === 0) return { coming: asked, changing: asked };
  const late = new Set([
    ...linesNamed(model, (name) => name === 'setenv').map(({ args: [name = ''] }) => name.toLowerCase()),
    ...linesNamed(model, (name) => name === 'passenv').flatMap(({ args }) => args.map(lowered)),
    ...ruleLines(model).filter(isOfFolder).flatMap(setBy),
  ]);
  const isComing = (name: string): boolean => late.has(name) || /^(?:redirect|ssl)_/.test(name);
  const changing = new Set(
    ruleLines(model)
      .filter((line) => !isOfFolder(line) || takesAway(line))
      .flatMap(setBy),
  );
  if (mayLeadElsewhere(model)) addThoseOfAddresses(changing, model, isComing);
  const known = (isOne: (name: string) => boolean) => new Set([...asked].filter(isOne));
  return { coming: known(isComing), changing: known((name) => changing.has(name)) };
}

/** With those that are made of such ones. */
function addThoseOfAddresses(
  changing: Set<string>,
  model: ServerModel,
  isComing: (name: string) => boolean,
): void {
  const setters = linesNamed(model, (name) => name === 'setenvif' || name === 'setenvifnocase');
  for (let size = -1; size !== changing.size;) {
    size = changing.size;
    for (const line of setters) {
      const attribute = lowered(line.args[0] ?? '');
      if (attribute !== 'request_uri' && !changing.has(attribute) && !isComing(attribute)) continue;
      for (const name of setBy(line)) changing.add(name);
    }
  }
}

/** Whether a request may be led on to another address when it was let in. */
function mayLeadElsewhere(model: ServerModel): boolean {
  return (
    ruleLines(model).some((line) => isOfFolder(line) && leadsOn(line)) ||
    linesNamed(model, (name) => name === 'action' || name === 'script').length > 0
  );
}

function leadsOn({ args: [, made = '', flags = ''] }: Occurrence): boolean {
  const read = readRewriteFlags(flags);
  return made !== '-' && !read.has('P') && ruleStatus(read, made) === null;
}

function ruleLines(model: ServerModel): Occurrence[] {
  return linesNamed(model, (name) => name === 'rewriterule');
}

function takesAway({ args: [, , flags = ''] }: Occurrence): boolean {
  return /[[,]\s*E(?:NV)?=!/i.test(flags);
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

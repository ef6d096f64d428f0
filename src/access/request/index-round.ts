import { constantOutcome } from '../policy/index.ts';
import { stepOf } from '../chains/index.ts';
import { hasModule } from './has-module.ts';
import { cleanAddress } from './clean-address.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { MOD_ENV_DIRECTIVES, setLate } from './environment.ts';
import type { Step } from './recorder.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';
import { runRound } from './run-round.ts';

/** Another address that is asked for on the way, by a GET. */
export function indexRound(tree: RequestTree, request: ConcreteRequest, asker: Round, name: string): Round {
  const { address, query } = asker;
  const env = setLate(asker.env, asker.recorder.lines(...MOD_ENV_DIRECTIVES));
  const written = name.startsWith('/') ? name : address.slice(0, address.lastIndexOf('/') + 1) + name;
  const server = tree.factsOf(asker.server);
  const cleaned = cleanAddress(written.replaceAll('%', '%25'), tree.version, server.mergesSlashes);
  const at = 'address' in cleaned ? cleaned.address : written;
  const asked = { ...request, query, method: 'GET' };
  return keptAnswer(
    tree,
    asker,
    runRound(tree, { why: 'index', address: at, request: asked, server, env, asker }),
  );
}

/** What is asked for within a request, let through where the server keeps the answer that it has. */
export function keptAnswer(tree: RequestTree, asker: Round, asked: Round): Round {
  return isAnswerKept(tree, asker, asked)
    ? { ...asked, outcome: constantOutcome(tree.atoms, 'pass') }
    : asked;
}

/**
 * The server keeps the answer it has if the same sections apply (ap_process_request_internal, server/request.c). But the walks make what they
 * merge anew: 2.2's those of Location and Files, and so 2.4's if a module may answer differently for each address, else that of Location for a
 * variant alone; and what is not there has no folder whose answer to keep. That matters where a folder is asked for by another method than the
 * index file, which is asked for by GET.
 */
function isAnswerKept(tree: RequestTree, round: Round, index: Round): boolean {
  if (index.early !== null || !haveSameSections(round, index)) return false;
  const mayReuse = tree.version === '2.4' && !hasModule(tree, 'allowmethods');
  if (mayReuse && index.why === 'index') return true;
  const isMergedAnew = ({ section }: Step): boolean => {
    const step = stepOf(section);
    return step === 'location' || (step === 'files' && !mayReuse);
  };
  return !index.steps.some(isMergedAnew) && isThere(index);
}

function haveSameSections(a: Round, b: Round): boolean {
  return (
    a.steps.length === b.steps.length && a.steps.every(({ section }, i) => section === b.steps[i]?.section)
  );
}

/** Where files are not known the first name is taken to be there. What comes after the name of a file doesn't count (`fixup_dir`). */
export function isThere({ file, mapped }: Round): boolean {
  return mapped.target.type === 'proxy' || file?.kind === 'file';
}

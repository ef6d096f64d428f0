import type { ConcreteRequest } from './concrete-request.ts';
import type { Served } from './expected-status.ts';
import { handlerOf } from './expected-status.ts';
import { hasModule } from './has-module.ts';
import { mediaOf } from './media.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

/**
 * The address that a request is handed on to by Action, for its handler or the type of its file, or by Script, for its method
 * (`action_handler`, mod_actions.c): by an internal redirect, which is checked like any request. Null: it is not.
 * @param redirects how many there were before
 */
export function actionAddress(
  tree: RequestTree,
  { method }: ConcreteRequest,
  round: Round,
  redirects: number,
): string | Served | null {
  if (!hasModule(tree, 'actions')) return null;
  const { recorder, file } = round;
  const [actions, scripts] = [recorder.lines('action'), recorder.lines('script')];
  if (actions.length === 0 && scripts.length === 0) return null;
  const handler = handlerOf(tree, round);
  const media = handler === null && file?.kind !== 'folder' ? mediaOf(tree, round) : null;
  const isOfType = actions.some(({ args }) => args[0]?.includes('/'));
  if (media !== null && media.doubted.length > 0 && isOfType) {
    return {
      status: null,
      why: `the type of .${media.doubted.at(-1)} is not known here, which Action asks for`,
    };
  }
  const name = handler ?? (media === null ? FOLDER : (media.type ?? defaultType(tree, round)));
  const action = actions.findLast(({ args }) => args[0]?.toLowerCase() === name);
  const [, script, isVirtual] = action?.args ?? [];
  if (action !== undefined && file?.kind === 'nothing' && isVirtual?.toLowerCase() !== 'virtual') {
    return { status: 404, why: 'Action needs a file that is there' };
  }
  const asked = method === 'HEAD' ? 'GET' : method;
  const isScripted = redirects < 2 && (asked !== 'GET' || round.query !== '');
  const byMethod = scripts.findLast(({ args }) => args[0]?.toUpperCase() === asked)?.args[1];
  const leadsTo = script ?? (isScripted ? byMethod : undefined);
  return leadsTo === undefined ? null : leadsTo + round.address.replaceAll('%', '%25');
}

/** The type of folders (httpd.h). */
const FOLDER = 'httpd/unix-directory';

/** DefaultType, which 2.4 does not have. */
function defaultType({ version }: RequestTree, { recorder }: Round): string | null {
  if (version === '2.4') return null;
  const type = recorder.lines('defaulttype').at(-1)?.args[0]?.toLowerCase() ?? 'text/plain';
  return type === 'none' ? null : type;
}

import type { Scope } from '../../model/index.ts';
import type { Flow, FlowEvent } from '../chains/index.ts';
import type { LineDifference } from '../routes/compare-routes.ts';
import type { RouteLine } from '../routes/route-line.ts';
import { joinComponents } from '../folders/paths.ts';
import type { Walk24, WalkBefore } from '../states/walk-state.ts';
import type { Pair } from './start.ts';
import type { RoutesBetween } from './routes-between.ts';

/** A .htaccess file that a request meets, and the server that reads it, or does not. */
interface MetFile {
  readonly folder: string;
  readonly scope: Scope;
  readonly isAfter: boolean;
}

/**
 * The lines of .htaccess files which only one of both servers reads, since AllowOverride lets it: they refuse requests, or lead them, beside
 * the access rules. Files that both read are compared line by line; a file that one refuses is a difference by itself.
 */
export function linesReadByOne(flow: Flow, { files }: RoutesBetween): (pair: Pair) => LineDifference[] {
  const met = [...flow.inputs, flow].flatMap(({ events }) => events).flatMap(metFiles);
  const withLines = met.filter(({ scope, isAfter }) => files[isAfter ? 'after' : 'before'].has(scope));
  if (withLines.length === 0) return () => [];
  const read = ({ folder }: MetFile, isAfter: boolean, { unread }: WalkBefore | Walk24): boolean =>
    met.some(
      (file) => file.folder === folder && file.isAfter === isAfter && !unread.includes(file.scope.seq),
    );
  return ({ before, after }) => {
    if (before.failed || after.failed) return [];
    return withLines.flatMap((file) => {
      const isReadBefore = read(file, false, before);
      if (isReadBefore === read(file, true, after) || isReadBefore === file.isAfter) return [];
      const lines = files[file.isAfter ? 'after' : 'before'].get(file.scope) ?? [];
      return lines.map((line) => differenceOf(line, file.isAfter ? 'read' : 'unread'));
    });
  };
}

function metFiles({ section: { matcher, scope }, side }: FlowEvent): MetFile[] {
  return matcher.type === 'htaccess'
    ? [{ folder: joinComponents(matcher.path), scope, isAfter: side === 'after' }]
    : [];
}

function differenceOf({ role, line }: RouteLine, change: LineDifference['change']): LineDifference {
  return { role, change, line };
}

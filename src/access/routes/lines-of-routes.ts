import { isLimit, linesNamed, outOfLimits } from '../../model/index.ts';
import type { Guard, Occurrence, Scope, ServerModel } from '../../model/index.ts';
import { groupBy, rememberWeakly } from '../../text/index.ts';
import { speaksOfRoutes } from './canonical-line.ts';
import { isRewriting } from './rewrite-lines.ts';

/** The lines of a tree by which it may depend where requests lead, whoever reads them. Few of all: found once, by their names. */
export interface LinesOfRoutes {
  /** Those of a server or a section, what stands in a Limit there among them. */
  in(scope: Scope): readonly Occurrence[];
  /** Those in sections of the server that send addresses elsewhere, as those of the server itself do. */
  sending(server: Scope): readonly Occurrence[];
  /** Whether some stand in a section, or in a file that may be meant for one. */
  readonly areInSections: boolean;
  /** Whether there is a RewriteRule outside of the section. */
  hasRulesBeside(scope: Scope): boolean;
}

export const linesOfRoutes: (model: ServerModel) => LinesOfRoutes = rememberWeakly((model) => {
  const lines = linesNamed(model, (name) => speaksOfRoutes(name) || isRewriting({ name }));
  const within = groupBy(lines, ({ scope }) => outOfLimits(scope));
  const sending = groupBy(
    linesNamed(model, (name) => sendsAddress({ name }), isRightInServer),
    ({ scope }) => scope.server,
  );
  const ruled = [...within].flatMap(([scope, own]) => (own.some(isRule) ? [scope] : []));
  const isSection = ({ kind }: Scope): boolean => kind !== 'server' && kind !== 'virtualhost';
  return {
    in: (scope) => within.get(scope) ?? [],
    sending: (server) => sending.get(server) ?? [],
    areInSections: model.kind !== 'server' || [...within.keys()].some(isSection),
    hasRulesBeside: (scope) => ruled.some((each) => each !== scope),
  };
});

function isRule({ name }: Occurrence): boolean {
  return name === 'rewriterule';
}

/** Whether a line is read where the section or server that it stands in is: a Limit around it limits access rules only. */
export function isReadIn(
  { guards, scope }: Pick<Occurrence, 'guards' | 'scope'>,
  isRead: (guards: readonly Guard[]) => boolean,
): boolean {
  if (!isRead(guards)) return false;
  return (
    !isLimit(scope) ||
    scope.parent === null ||
    isReadIn({ guards: scope.guards, scope: scope.parent }, isRead)
  );
}

/** Whether it stands in a section that stands in no other. */
function isRightInServer(line: Occurrence): boolean {
  const { parent, server } = outOfLimits(line.scope);
  return parent === server;
}

/** A line of a Location that belongs to the mapping of its server. */
export function sendsAddress({ name }: Pick<Occurrence, 'name'>): boolean {
  return isProxyPass({ name }) || /^(?:script)?alias$/.test(name);
}

export function isProxyPass({ name }: Pick<Occurrence, 'name'>): boolean {
  return /^proxypass(?:match)?$/.test(name);
}

import type { HostRecord, MethodSet, RequireTree, State22, State24 } from '../policy/index.ts';
import { asWritten, isAllMethods } from '../policy/index.ts';
import type { InForce } from './request-walk.ts';

/** The rules in force at one point, as lines of configuration that would say the same if they stood alone. */
export function inForceLines({ state }: Pick<InForce, 'state'>): string[] {
  return 'tree' in state ? lines24(state) : lines22(state);
}

function lines22({ host, requires, satisfy, auth }: State22): string[] {
  return [
    ...hostLines(host),
    ...(requires ?? []).map(({ text, methods }) => limited(`Require ${text}`, methods)),
    ...satisfyLines(satisfy),
    ...(auth.type === null ? [] : [`AuthType ${auth.type}`]),
  ];
}

function lines24({ tree, compat, auth }: State24): string[] {
  return [
    ...hostLines(compat?.host ?? null),
    ...satisfyLines(compat?.satisfy ?? []),
    ...(tree === null ? [] : treeLines(tree, true)),
    ...(auth.type === null ? [] : [`AuthType ${auth.type}`]),
  ];
}

const CONTAINERS = { all: 'RequireAll', any: 'RequireAny', none: 'RequireNone' } as const;

/** A section is a `<RequireAny>` by itself. */
function treeLines(tree: RequireTree, isTop: boolean): string[] {
  if (tree.type === 'leaf') {
    const { negated, provider, args, methods } = tree;
    return [limited(`Require ${negated ? 'not ' : ''}${provider} ${args}`.trimEnd(), methods)];
  }
  const inside = tree.children.flatMap((child) => treeLines(child, false));
  const name = CONTAINERS[tree.type];
  return isTop && tree.type === 'any'
    ? inside
    : [`<${name}>`, ...inside.map((line) => `  ${line}`), `</${name}>`];
}

function hostLines(host: HostRecord | null): string[] {
  if (host === null) return [];
  const from = (name: string, lines: HostRecord['allow']) =>
    lines.map(({ words, methods }) => limited(`${name} from ${words.map(asWritten).join(' ')}`, methods));
  const orders = host.orders.map(({ value, methods }) => limited(`Order ${value}`, methods));
  const hasOrder = host.orders.some(({ methods }) => isAllMethods(methods));
  return [
    ...(hasOrder ? [] : ['Order deny,allow (the default)']),
    ...orders,
    ...from('Allow', host.allow),
    ...from('Deny', host.deny),
  ];
}

/** The last one for all methods hides those before it. */
function satisfyLines(slots: State22['satisfy']): string[] {
  const whole = slots.findLastIndex(({ methods }) => isAllMethods(methods));
  return slots.slice(Math.max(whole, 0)).map(({ value, methods }) => limited(`Satisfy ${value}`, methods));
}

function limited(text: string, methods: MethodSet): string {
  if (isAllMethods(methods)) return text;
  const names = methods.names.join(' ');
  return `${text}  (${methods.type === 'only' ? 'for' : 'not for'} ${names})`;
}

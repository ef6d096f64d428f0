// What is open about a request, as who reads its answer is told of it.
import type { Occurrence, Scope } from '../../model/index.ts';
import { lineIndex } from '../../text/index.ts';
import type { OpenRule } from '../addresses/index.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { UNREAD_CONDITIONS } from '../unread/unread-rules.ts';
import { titleOf } from './contributions.ts';

export function conditionTest(scope: Scope): string {
  return isCondition(scope) ? withPlace(scope) : titleOf(scope);
}

/** An `<If>` and the like; a pattern matches the same wherever it is written. */
export function isCondition({ name }: Scope): boolean {
  return UNREAD_CONDITIONS.has(name);
}

function withPlace(scope: Scope): string {
  return `${titleOf(scope)} (${placeOf(scope)})`;
}

/** Of a section with access rules that is not looked into. */
export function unreadWords(scope: Scope): string {
  return `a rule in ${withPlace(scope)}`;
}

/** Of a rule whose target has parts that are not known. */
export function unknownWords(line: Occurrence): string {
  return `where ${lineText(line)} leads is not known`;
}

/** The rule, with the address where that is asked again. */
export function ruleTest({ line, address }: OpenRule, { rules }: Pick<ConcreteRequest, 'rules'>): string {
  const again = rules.some((each) => each.line === line) ? ` for ${address}` : '';
  return `${lineText(line)}${again}`;
}

function lineText(line: Occurrence): string {
  const words = line.name === 'rewriterule' ? [line.args[0] ?? '', line.args[1] ?? ''] : line.args;
  return `${line.node.name.value} ${words.join(' ')} (${placeOf(line)})`;
}

function placeOf({ file, node }: Occurrence | Scope): string {
  return `${file.path}:${lineIndex(file.source.text).position(node?.span.start ?? 0).line}`;
}

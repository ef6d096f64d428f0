import { readRewriteFlags } from '../../model/index.ts';
import type { Occurrence } from '../../model/index.ts';
import { flatMap } from '../../text/index.ts';
import { requireText } from './require-text.ts';
import type { AccessContainer, AccessLine, AccessSection } from './types.ts';
import { isContainer } from './types.ts';
import { WrittenLine } from './written-line.ts';

/** Lower case names of the variables that Allow, Deny and Require lines of the section ask for. */
export function variablesAsked({ entries }: Pick<AccessSection, 'entries'>): string[] {
  const inEntry = (entry: AccessLine | AccessContainer): readonly string[] => {
    if (isContainer(entry)) return flatMap(entry.children, inEntry);
    return mayAsk(entry) ? variablesIn(entry) : NONE;
  };
  return flatMap(entries, inEntry).map((name) => name.toLowerCase());
}

const NONE: readonly string[] = [];

/** Of these lines alone it is asked, and without the word, in one piece, none does: most of a large tree are told so at a look. */
function mayAsk(line: AccessLine): boolean {
  const { name } = line;
  if (name !== 'allow' && name !== 'deny' && name !== 'require') return false;
  const text = line instanceof WrittenLine ? line.fixedText : null;
  return text === null || /env|\\/i.test(text);
}

const IN_EXPRESSION = /%\{(?:req)?env:([^}]+)\}|\b(?:req)?env\(\s*['"]([^'"]+)['"]\s*\)/gi;

function variablesIn({ name, args, occurrence }: AccessLine): string[] {
  if (name === 'allow' || name === 'deny') {
    return args.flatMap((word) => /^env=!?(.+)/i.exec(word)?.[1] ?? []);
  }
  if (name !== 'require') return [];
  const [provider, ...words] = args[0] === 'not' ? args.slice(1) : args;
  if (provider?.toLowerCase() === 'env') return words;
  return variablesRead(requireText(occurrence));
}

/** The variables whose values an expression or a RewriteCond takes. */
export function variablesRead(text: string): string[] {
  return [...text.matchAll(IN_EXPRESSION)].map(([, a, b]) => a ?? b ?? '');
}

/** The variables that a RewriteRule, SetEnvIf or BrowserMatch sets or takes away, as they are written. */
export function variablesSet({ name, args }: Occurrence): string[] {
  if (name === 'rewriterule') {
    const changes = readRewriteFlags(args[2] ?? '').get('E') ?? NONE;
    return changes.flatMap((change) => /^!?([^:]+)/.exec(change)?.[1] ?? []);
  }
  const changes = args.slice(name.startsWith('browsermatch') || name === 'setenvifexpr' ? 1 : 2);
  return changes.map((change) => change.replace(/^!/, '').replace(/=.*/s, ''));
}

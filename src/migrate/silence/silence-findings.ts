import type { ServerModel } from '../../model/index.ts';
import { lineIndex, nearestName } from '../../text/index.ts';
import type { Finding, MigrateOptions, SilencedFinding } from '../types.ts';
import type { SilenceComment } from './read-silences.ts';
import { readSilences } from './read-silences.ts';

export interface SilencedFindings {
  /** Those that no comment silences, and those about comments. */
  readonly findings: readonly Finding[];
  readonly silenced: readonly SilencedFinding[];
}

/**
 * Takes out the findings that comments of the configuration silence. Errors are silenced by name only; those about text that
 * can't be read never, nor any in a .htaccess file, whose author need not be who answers for the server.
 * @param rules the ids that there are
 */
export function silenceFindings(
  model: ServerModel,
  findings: readonly Finding[],
  rules: readonly string[],
  options: Pick<MigrateOptions, 'only' | 'skip'>,
): SilencedFindings {
  const comments = [...model.files.values()].flatMap(readSilences);
  if (comments.length === 0) return { findings, silenced: [] };
  const used = new Set<SilenceComment>();
  const silenced: SilencedFinding[] = [];
  const open = findings.filter((finding) => {
    const by = comments.filter((comment) => silences(comment, finding));
    for (const comment of by) used.add(comment);
    const [first] = by;
    if (first !== undefined) silenced.push({ finding, line: lineOf(first), reason: first.reason });
    return first === undefined;
  });
  const known = [...new Set([...rules, ...findings.map(({ transform }) => transform), ...OTHER_RULES])];
  const about = comments.flatMap((comment) => faultOf(comment, used.has(comment), known, options));
  return { findings: [...open, ...about], silenced };
}

/** What findings carry that no transform made. */
const OTHER_RULES = ['unknown', 'access-proof', 'model', 'syntax', 'dual'];

function silences({ file, reach, rules }: SilenceComment, finding: Finding): boolean {
  if (reach === null || finding.path !== file.path || !isNamed(rules, finding)) return false;
  if (finding.level === 'error' && (file.role === 'htaccess' || !isSilencable(finding))) return false;
  if (reach === 'file') return true;
  const { span } = finding;
  return span !== null && span.start >= reach.start && span.start < reach.end;
}

function isNamed(rules: readonly string[], { transform, messageId, level }: Finding): boolean {
  if (rules.length === 0) return level !== 'error';
  return rules.includes(transform) || rules.includes(`${transform}/${messageId}`);
}

/** What keeps the server from reading the text is not made good by a comment. */
function isSilencable({ transform }: Finding): boolean {
  return transform !== 'syntax' && transform !== 'model';
}

function faultOf(
  comment: SilenceComment,
  isUsed: boolean,
  known: readonly string[],
  { only, skip }: Pick<MigrateOptions, 'only' | 'skip'>,
): Finding[] {
  const { fault, rules } = comment;
  if (fault !== null) return [faultFinding(comment, fault, FAULTS[fault])];
  const unknown = rules.find((rule) => !known.includes(rule.split('/')[0]!));
  if (unknown !== undefined) return [faultFinding(comment, 'unknown-rule', unknownRule(unknown, known))];
  // Of rules that did not run nothing can be said.
  const wasAsked = only === null && rules.every((rule) => !skip.includes(rule.split('/')[0]!));
  return isUsed || !wasAsked ? [] : [faultFinding(comment, 'unused', UNUSED)];
}

const FAULTS: Readonly<Record<NonNullable<SilenceComment['fault']>, string>> = {
  'unknown-word':
    'This comment silences nothing: after `httpd-codemod:` it needs ignore, ignore-section or ignore-file, then the names of rules, then `--` and a reason.',
  'no-section': 'This comment silences nothing: it is in no section. For the whole file, write ignore-file.',
  'no-line': 'This comment silences nothing: no line follows it.',
};

const UNUSED =
  'This comment silences nothing: there is no such finding where it reaches. An error has to be named, and none is silenced in a .htaccess file. Remove the comment.';

function unknownRule(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const hint = nearest === null ? 'httpd-codemod rules lists them' : `did you mean ${nearest}?`;
  return `This comment silences nothing: there is no rule ${name}; ${hint}`;
}

function faultFinding({ file, comment }: SilenceComment, messageId: string, message: string): Finding {
  return {
    transform: 'silence',
    messageId,
    level: 'warning',
    message,
    path: file.path,
    span: comment.body,
    position: lineIndex(file.source.text).position(comment.body.start),
    applicability: 'manual',
    fixTitle: null,
    applied: false,
  };
}

function lineOf({ file, comment }: SilenceComment): number {
  return lineIndex(file.source.text).position(comment.body.start).line;
}

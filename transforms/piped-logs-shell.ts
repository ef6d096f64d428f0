import { quoteWord, setArgument } from '../src/syntax/index.ts';
import type { Directive, Document } from '../src/syntax/index.ts';
import type { TextEdit } from '../src/text/index.ts';
import { defineTransform, findDirectives, inFile, placeOf } from '../src/transform/index.ts';

export const pipedLogsShell = defineTransform({
  id: 'piped-logs-shell',
  title: 'Run piped log commands through the shell where they need it',
  stage: 'directives',
  rows: ['piped-logs-shell'],
  directives: ['ErrorLog', 'CustomLog', 'TransferLog', 'ForensicLog'],
  applicability: 'safe',
  docs: {
    does: 'Writes `|$command` for `|command` in CustomLog, ErrorLog, TransferLog and CookieLog where the command means something else without a shell: redirections, pipes, several commands, variables, patterns, quotes, a program without a path, or with one that does not begin with a slash.',
    why: '2.2 gave the command to `/bin/sh -c`, 2.4 runs it directly unless the bar is followed by `$` (ap_open_piped_log in server/log.c). Both split it into words first, which takes quotes away, and join them for the shell.',
    before: 'CustomLog "|/bin/cat >> /var/log/all.log" common',
    after: 'CustomLog "|$/bin/cat >> /var/log/all.log" common',
    undo: 'Take the `$` off to run the program without a shell.',
    limits:
      'ForensicLog has no such form (mod_log_forensic.c takes the `$` for part of a path): a finding says so. A program that is named by its whole path must exist, for 2.2 as for 2.4. Any other one 2.2 left to the shell, which only complained; 2.4 looks for it from the folder that it is started in, and does not start without it.',
    link: 'https://httpd.apache.org/docs/2.4/logs.html#piped',
  },
  messages: {
    shell:
      '2.2 ran this command through the shell, 2.4 does so only after `|$`. It needs the shell: {reason}.',
    forensic:
      '2.2 ran this command through the shell, 2.4 runs it directly, and it needs the shell: {reason}. ForensicLog takes no `|$`: put the command into a script and name that.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, ...LOGS)) {
      const { file, node, args, on22 } = directive;
      const command = /^\|(?!\||\$(?!\{))(.*)$/s.exec(args[0] ?? '')?.[1];
      const reason = command === undefined || on22 === 'no' ? null : needOfShell(command);
      if (reason === null) continue;
      if (directive.name === 'forensiclog') {
        report(placeOf(directive), 'forensic', { data: { reason }, level: 'error' });
        continue;
      }
      report(placeOf(directive), 'shell', {
        data: { reason },
        fix: {
          title: 'Run the command through the shell',
          applicability: 'safe',
          edits: inFile(file, askForShell(file.document, node)),
        },
      });
    }
  },
});

const LOGS = ['CookieLog', 'CustomLog', 'ErrorLog', 'ForensicLog', 'TransferLog'];

/** Why the words mean something else to the shell than by themselves; null if they don't. */
function needOfShell(command: string): string | null {
  const [program, ...rest] = tokenize(command);
  if (program === undefined) return null;
  if (!program.includes('/')) return `${program} is looked up by it`;
  const odd = program.includes('=') ? program : [program, ...rest].find((word) => !PLAIN_WORD.test(word));
  if (odd === undefined) {
    return ABSOLUTE.test(program) ? null : `without it 2.4 does not start where ${program} is not found`;
  }
  return /\s/.test(odd) || odd === ''
    ? `'${odd}' was not one word to it`
    : `it has its own meaning for ${odd}`;
}

/** Of Windows, too. */
const ABSOLUTE = /^(?:[a-z]:)?[\\/]/i;

/** Characters with which no shell does anything. */
const PLAIN_WORD = /^[\w@%+=:,./^!\u0080-\u00ff-]+$/;

/** As apr_tokenize_to_argv does it: quotes count at the start of a word only, a backslash is taken off wherever it stands. */
function tokenize(command: string): string[] {
  const words: string[] = [];
  const pattern = /[ \t]*(?:"((?:\\[ \t"']|[^"])*)"?|'((?:\\[ \t"']|[^'])*)'?|((?:\\[ \t"']|[^ \t])+))/gy;
  for (const [, double, single, bare] of command.matchAll(pattern)) {
    words.push((double ?? single ?? bare ?? '').replace(/\\(.?)/gs, '$1'));
  }
  return words;
}

/** Adds the one byte; only a bar that is not written as such takes a new word. */
function askForShell(document: Document, node: Directive): TextEdit[] {
  const word = node.args[0]!;
  const at = word.span.start + word.quote.length;
  if (document.source.text[at] === '|') return [{ span: { start: at + 1, end: at + 1 }, text: '$' }];
  return setArgument(document, node, 0, quoteWord(`|$${word.value.slice(1)}`));
}

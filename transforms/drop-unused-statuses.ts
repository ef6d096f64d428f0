import { readRewriteFlags } from '../src/model/index.ts';
import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

export const dropUnusedStatuses = defineTransform({
  id: 'drop-unused-statuses',
  title: 'Drop error pages for statuses that 2.4 does not know',
  stage: 'directives',
  rows: [],
  directives: ['ErrorDocument', 'Redirect', 'RedirectMatch', 'RewriteRule'],
  applicability: 'safe',
  refusedAtStart: ['rewritten'],
  docs: {
    does: 'Takes ErrorDocument lines for 306, 418, 419, 420, 425 and 509 away, and reports Redirect and RedirectMatch lines that answer with such a status, and RewriteRule lines, with which 2.4 does not start.',
    why: 'The table of 2.2 had an entry for these numbers ("unused"); that of 2.4 has none (status_lines in http_protocol.c). It does not start with an error page or a rewrite rule for them, and answers 500 where a Redirect asks for one.',
    before: 'ErrorDocument 418 /teapot.html',
    after: '(no line)',
    undo: 'Nothing to undo: 2.4 does not start with the line.',
    limits:
      'A program or a backend may still answer so: its own page is sent, with the number and no words after it.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#errordocument',
  },
  messages: {
    removed: '2.4 does not know the status {status}, and does not start with an error page for it.',
    rewritten:
      '2.4 does not know the status {status}, and does not start with a rule that answers with it. Choose another one, such as 403 or 410.',
    answered:
      '2.4 does not know the status {status} and answers 500 where {name} asks for it. Choose another one, such as 403 or 410.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'ErrorDocument')) {
      const status = directive.args[0] ?? '';
      if (!UNUSED.has(status)) continue;
      const edits = removeNode(directive);
      report(placeOf(directive), 'removed', {
        data: { status },
        fix: { title: 'Remove ErrorDocument', applicability: 'safe', edits },
      });
    }
    for (const { line, status } of answersWith(model)) {
      if (!UNUSED.has(status)) continue;
      const data = { status, name: line.node.name.value };
      if (line.name === 'rewriterule') report(placeOf(line), 'rewritten', { level: 'error', data });
      else report(placeOf(line), 'answered', { level: 'warning', data });
    }
  },
});

const UNUSED: ReadonlySet<string> = new Set(['306', '418', '419', '420', '425', '509']);

/** The lines that answer with a number, and the number. */
function answersWith(model: ServerModel): { readonly line: Occurrence; readonly status: string }[] {
  const redirects = findDirectives(model, 'Redirect', 'RedirectMatch').map((line) => ({
    line,
    status: line.args[0] ?? '',
  }));
  const rules = findDirectives(model, 'RewriteRule').map((line) => ({
    line,
    status: readRewriteFlags(line.args[2] ?? '').get('R')?.[0] ?? '',
  }));
  return [...redirects, ...rules].toSorted((a, b) => a.line.seq - b.line.seq);
}

import { knowsDirective } from '../src/target/index.ts';
import {
  defineTransform,
  findDirectives,
  groupByNode,
  insertAfter,
  placeOf,
} from '../src/transform/index.ts';

export const reportSubstituteLineLimit = defineTransform({
  id: 'report-substitute-line-limit',
  title: 'Report Substitute, which has a line limit now',
  stage: 'findings',
  rows: ['substitute-line-limit'],
  directives: ['Substitute'],
  applicability: 'review',
  docs: {
    does: 'Points out the first Substitute of each section that has no SubstituteMaxLineLength; with `--apply review` it writes one of 1 GB.',
    why: 'In 2.4 mod_substitute takes lines of 1 MB at most; a longer one is answered with 500. 2.2 had no limit.',
    before: 'Substitute "s/foo/bar/ni"',
    after: 'Substitute "s/foo/bar/ni"\nSubstituteMaxLineLength 1g',
    undo: 'Take SubstituteMaxLineLength out, or write a smaller number.',
    limits:
      'How long the lines are that the filter sees is not known. The limit keeps a page without line ends from filling the memory, so it is lifted only when asked for.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_substitute.html#substitutemaxlinelength',
  },
  messages: {
    limited:
      'In 2.4, Substitute takes lines of 1 MB at most, and a longer one is answered with 500. If such lines pass here, set SubstituteMaxLineLength.',
    fixed:
      'In 2.4, Substitute takes lines of 1 MB at most, and a longer one is answered with 500. Before 2.4.11 nothing lifts that: see that no such lines pass here.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const canLift = knowsDirective(target, 'SubstituteMaxLineLength');
    const limited = new Set(findDirectives(model, 'SubstituteMaxLineLength').map(({ scope }) => scope));
    const scopes = new Set(limited);
    for (const [directive] of groupByNode(findDirectives(model, 'Substitute'))) {
      if (scopes.has(directive.scope)) continue;
      scopes.add(directive.scope);
      if (!canLift) {
        report(placeOf(directive), 'fixed', { level: 'warning' });
        continue;
      }
      report(placeOf(directive), 'limited', {
        level: 'warning',
        fix: {
          title: 'Write SubstituteMaxLineLength 1g',
          applicability: 'review',
          edits: insertAfter(directive, ['SubstituteMaxLineLength 1g']),
        },
      });
    }
  },
});

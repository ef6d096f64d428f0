import { guardsAround } from '../src/access/index.ts';
import { occurrencesOf } from '../src/model/index.ts';
import type { Guard, Occurrence, ServerModel } from '../src/model/index.ts';
import { quoteWord } from '../src/syntax/index.ts';
import { isSince } from '../src/target/index.ts';
import {
  defineTransform,
  findDirectives,
  placeOf,
  removeArgument,
  setArgument,
} from '../src/transform/index.ts';
import { filterExpression } from './shared/filter-expression.ts';

export const filterProviderExpression = defineTransform({
  id: 'filter-provider-expression',
  title: 'Write FilterProvider with an expression',
  stage: 'directives',
  rows: ['filter-provider-expression'],
  directives: ['FilterProvider'],
  applicability: 'safe',
  refusedAtStart: ['unknown'],
  docs: {
    does: 'Replaces the dispatch and the match of FilterProvider by the expression that is true where they matched; also in `<IfModule mod_filter.c>` sections that 2.2 did not read, where 2.4 loads mod_filter for AddOutputFilterByType.',
    why: '2.4 takes three arguments, the last one an expression, and refuses the four of 2.2 (filter_provider in mod_filter.c). 2.2 compared words and parts without regard to case, and a missing header or variable matched nothing but negated matches.',
    before: 'FilterProvider pack DEFLATE resp=Content-Type $text/',
    after: 'FilterProvider pack DEFLATE "%{CONTENT_TYPE} =~ m#text/#i"',
    undo: 'Nothing to undo: 2.4 does not start with the old line.',
    limits:
      'A header or variable that is there but empty is like one that is not there in an expression; 2.2 told them apart. A line with a variable in it is left, with a finding.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_filter.html#filterprovider',
  },
  messages: {
    opened:
      '2.2 did not read this line, as mod_filter was not loaded. 2.4 needs that module for AddOutputFilterByType, so the guard opens: remove the line if nothing should be filtered by it.',
    rewritten: '2.4 refuses a dispatch and a match here. It takes an expression: {expression}.',
    unknown:
      '2.4 refuses a dispatch and a match here and takes an expression. What `{dispatch} {match}` would be as one is not known: write it by hand.',
  },
  run({ model, target, report }) {
    const opened = openedByLoading(model);
    for (const directive of [...findDirectives(model, 'FilterProvider'), ...opened]) {
      const { node } = directive;
      const [, , dispatch = '', match = ''] = node.args.map(({ value }) => value);
      if (node.args.length !== 4) continue;
      const isKnown = !`${dispatch}${match}`.includes('${');
      const expression = isKnown ? filterExpression(dispatch, match, isSince(target, '2.4.4')) : null;
      if (expression === null) {
        report(placeOf(directive), 'unknown', { data: { dispatch, match }, level: 'error' });
        continue;
      }
      const edits = [...setArgument(directive, 2, quoteWord(expression)), ...removeArgument(directive, 3)];
      const isOpened = opened.includes(directive);
      report(placeOf(directive), isOpened ? 'opened' : 'rewritten', {
        data: { expression },
        level: isOpened ? 'warning' : 'info',
        fix: {
          title: 'Write the condition as an expression',
          applicability: 'safe',
          edits,
        },
      });
    }
  },
});

/** Those in guards that were closed in 2.2 and that 2.4 opens, since AddOutputFilterByType needs mod_filter (load-needed-modules). */
function openedByLoading(model: ServerModel): Occurrence[] {
  if (findDirectives(model, 'AddOutputFilterByType').length === 0) return [];
  return occurrencesOf(model, 'FilterProvider').filter((line) => {
    const closed = guardsAround(line).filter(({ on24 }) => on24 === 'no');
    return closed.length > 0 && closed.every(asksForFilter);
  });
}

function asksForFilter({ kind, test }: Guard): boolean {
  return kind === 'ifmodule' && (test === 'mod_filter.c' || test === 'filter_module');
}

import { isFilledIn } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

export const keepaliveOnOff = defineTransform({
  id: 'keepalive-on-off',
  title: 'Write KeepAlive as On or Off',
  stage: 'directives',
  rows: ['keepalive-on-off'],
  directives: ['KeepAlive'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Writes the value of KeepAlive as On or Off where it is another word or a number.',
    why: '2.2 took 0 and off as Off and anything else as On (set_keep_alive in server/core.c). 2.4 takes only On and Off and refuses the rest.',
    before: 'KeepAlive 5',
    after: 'KeepAlive On',
    undo: 'Nothing to undo: 2.4 does not start with the old value.',
    limits: 'A value that is a variable of unknown content is left, with a finding.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#keepalive',
  },
  messages: {
    rewritten: '2.4 refuses KeepAlive {value}. 2.2 took it as {meaning}: only 0 and off meant Off.',
    unknown:
      '2.4 accepts only On and Off here, and the value of {value} is not known: make sure that it is one of them.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'KeepAlive')) {
      const { args } = directive;
      const [value, ...rest] = args;
      if (value === undefined || rest.length > 0 || /^(on|off)$/i.test(value)) continue;
      if (isFilledIn(value, directive)) {
        report(placeOf(directive), 'unknown', { data: { value }, level: 'warning' });
        continue;
      }
      const meaning = value === '0' ? 'Off' : 'On';
      report(placeOf(directive), 'rewritten', {
        data: { value, meaning },
        fix: {
          title: `Write KeepAlive ${meaning}`,
          applicability: 'safe',
          edits: setArgument(directive, 0, meaning),
        },
      });
    }
  },
});

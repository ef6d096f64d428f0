import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

export const removeSsiAccessEnable = defineTransform({
  id: 'remove-ssi-access-enable',
  title: 'Remove SSIAccessEnable',
  stage: 'directives',
  rows: ['ssi-legacy-expr'],
  directives: ['SSIAccessEnable'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Takes SSIAccessEnable away.',
    why: 'The switch is gone: in 2.4 every page with server-side includes may ask by `-A` whether an address would be answered (get_ptoken in mod_include.c, and `-A` of the expressions of 2.4), as 2.2 allowed where the switch was on.',
    before: 'SSIAccessEnable On',
    after: '(no line)',
    undo: 'Nothing to undo: 2.4 does not start with the line.',
    limits: 'Off has no successor: a page that uses `-A` gets an answer now, where 2.2 showed an error.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_include.html',
  },
  messages: {
    removed: '2.4 has no SSIAccessEnable: #if expressions may use -A everywhere.',
    off: '2.4 has no SSIAccessEnable: #if expressions may use -A everywhere, which was off here. A page that does learns whether an address would be answered, and no more.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'SSIAccessEnable')) {
      const { args } = directive;
      const isOff = args[0]?.toLowerCase() === 'off';
      report(placeOf(directive), isOff ? 'off' : 'removed', {
        fix: {
          title: 'Remove SSIAccessEnable',
          applicability: 'safe',
          edits: removeNode(directive),
        },
      });
    }
  },
});

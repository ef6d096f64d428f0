import { defineTransform, findDirectives, placeOf, replaceNode } from '../src/transform/index.ts';

export const replaceDisableAcceptex = defineTransform({
  id: 'replace-disable-acceptex',
  title: 'Write Win32DisableAcceptEx as AcceptFilter',
  stage: 'directives',
  rows: [],
  directives: ['Win32DisableAcceptEx'],
  applicability: 'safe',
  docs: {
    does: 'Replaces Win32DisableAcceptEx by `AcceptFilter none` for http and https.',
    why: '2.4 has no Win32DisableAcceptEx and does not start with it. Its MPM for Windows takes connections by accept() instead of AcceptEx() where the filter of their protocol is `none` (winnt_accept in mpm_winnt, child.c).',
    before: 'Win32DisableAcceptEx',
    after: 'AcceptFilter http none\nAcceptFilter https none',
    undo: 'Take the lines away.',
    limits:
      'Where the tree has an AcceptFilter line, which 2.2 did not look at on Windows, the line is left, and reported (report-removed-directives).',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#acceptfilter',
  },
  messages: {
    replaced:
      '2.4 has no Win32DisableAcceptEx and does not start with it. AcceptFilter none for http and https does the same.',
  },
  run({ model, report }) {
    if (findDirectives(model, 'AcceptFilter').length > 0) return;
    for (const directive of findDirectives(model, 'Win32DisableAcceptEx')) {
      report(placeOf(directive), 'replaced', {
        fix: {
          title: 'Replace Win32DisableAcceptEx by AcceptFilter',
          applicability: 'safe',
          edits: replaceNode(directive, LINES),
        },
      });
    }
  },
});

const LINES = ['AcceptFilter http none', 'AcceptFilter https none'];

import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

export const exceptionHook = defineTransform({
  id: 'exception-hook',
  title: 'Remove EnableExceptionHook Off, and report On',
  stage: 'directives',
  rows: [],
  directives: ['EnableExceptionHook'],
  isIndependent: true,
  applicability: 'safe',
  refusedAtStart: ['built'],
  docs: {
    does: 'Takes `EnableExceptionHook Off` away, and points out `On`.',
    why: 'The directive is there only in a server that was built with --enable-exception-hook (AP_ENABLE_EXCEPTION_HOOK in server/core.c), as some of 2.2 were. Any other 2.4 does not start with it, that of Debian among them. Off is the default.',
    before: 'EnableExceptionHook Off',
    after: '(no line)',
    undo: 'Nothing to undo: the line only stated the default.',
    limits:
      'SUSE builds its server so: for it the lines stay. How another target was built is not asked: On is reported whether it takes the line or not.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mpm_common.html#enableexceptionhook',
  },
  messages: {
    default:
      '2.4 refuses {name} unless it was built with --enable-exception-hook. Off is the default: the line goes.',
    built:
      '2.4 refuses {name} unless it was built with --enable-exception-hook. Only third-party modules that write down crashes (mod_whatkilledus, mod_backtrace) use it: remove the line, or move to a server that was built so.',
  },
  run({ model, target, report }) {
    // Of its package (apache2.spec).
    if (target.family === 'suse') return;
    for (const directive of findDirectives(model, 'EnableExceptionHook')) {
      const data = { name: directive.node.name.value };
      const value = directive.args[0]?.toLowerCase();
      if (value === 'on') report(placeOf(directive), 'built', { data, level: 'error' });
      if (value !== 'off') continue;
      report(placeOf(directive), 'default', {
        data,
        fix: {
          title: `Remove ${data.name}`,
          applicability: 'safe',
          edits: removeNode(directive),
        },
      });
    }
  },
});

import { defineTransform } from '../src/transform/index.ts';
import { moveDebugLevels } from './shared/debug-level-option.ts';

export const removeCharsetDebuglevel = defineTransform({
  id: 'remove-charset-debuglevel',
  title: 'Take DebugLevel off CharsetOptions',
  stage: 'directives',
  rows: ['remove-charset-debuglevel'],
  directives: ['CharsetOptions'],
  applicability: 'safe',
  docs: {
    does: 'Takes `DebugLevel=N` off CharsetOptions lines. Where 2.2 really logged what it asked for, the place gets the LogLevel of mod_charset_lite that shows the same messages.',
    why: '2.4 refuses the option. 2.2 wrote these messages at level debug, so that they were seen only under `LogLevel debug`; 2.4 writes them at debug, trace3 and trace6 (mod_charset_lite.c of both).',
    before: 'LogLevel debug\nCharsetOptions DebugLevel=9 ImplicitAdd',
    after: 'LogLevel debug charset_lite:trace6\nCharsetOptions ImplicitAdd',
    undo: 'Take `charset_lite:...` off the LogLevel line to log less.',
    limits:
      'A .htaccess file takes no LogLevel: there the option just goes. In sections of the main server the LogLevel of the main server decides, and a DebugLevel of 0 or 1 does not silence a section around it.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_charset_lite.html#charsetoptions',
  },
  messages: {
    moved: '2.4 refuses {option}. LogLevel with {spec} shows the messages that it showed.',
    silent: '2.4 refuses {option}. It showed nothing in 2.2 at the LogLevel here.',
    htaccess:
      "2.4 refuses {option}, and takes no LogLevel in a .htaccess file: if it is to show more, say so in the server's configuration.",
  },
  run(context) {
    moveDebugLevels(context, { directive: 'CharsetOptions', module: 'charset_lite', levelOf });
  },
});

/** DBGLVL_PMC 2, DBGLVL_FLOW 4, DBGLVL_GORY 9 in 2.2. */
function levelOf(debugLevel: number): string | null {
  if (debugLevel >= 9) return 'trace6';
  if (debugLevel >= 4) return 'trace3';
  return debugLevel >= 2 ? 'debug' : null;
}

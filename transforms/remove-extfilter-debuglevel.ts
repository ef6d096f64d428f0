import { defineTransform } from '../src/transform/index.ts';
import { moveDebugLevels } from './shared/debug-level-option.ts';

export const removeExtfilterDebuglevel = defineTransform({
  id: 'remove-extfilter-debuglevel',
  title: 'Take DebugLevel off ExtFilterOptions',
  stage: 'directives',
  rows: ['remove-extfilter-debuglevel'],
  directives: ['ExtFilterOptions'],
  applicability: 'safe',
  docs: {
    does: 'Takes `DebugLevel=N` off ExtFilterOptions lines. Where 2.2 really logged what it asked for, the place gets the LogLevel of mod_ext_filter that shows the same messages.',
    why: '2.4 refuses the option. 2.2 wrote these messages at level debug, so that they were seen only under `LogLevel debug`; 2.4 writes them at trace1 and trace6 (mod_ext_filter.c of both).',
    before: 'LogLevel debug\nExtFilterOptions DebugLevel=1 LogStderr',
    after: 'LogLevel debug ext_filter:trace1\nExtFilterOptions LogStderr',
    undo: 'Take `ext_filter:...` off the LogLevel line to log less.',
    limits:
      'A .htaccess file takes no LogLevel: there the option just goes. In sections of the main server the LogLevel of the main server decides.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ext_filter.html#extfilteroptions',
  },
  messages: {
    moved: '2.4 refuses {option}. LogLevel with {spec} shows the messages that it showed.',
    silent: '2.4 refuses {option}. It showed nothing in 2.2 at the LogLevel here.',
    htaccess:
      "2.4 refuses {option}, and takes no LogLevel in a .htaccess file: if it is to show more, say so in the server's configuration.",
  },
  run(context) {
    moveDebugLevels(context, { directive: 'ExtFilterOptions', module: 'ext_filter', levelOf });
  },
});

/** DBGLVL_SHOWOPTIONS 1, DBGLVL_GORY 9 in 2.2. */
function levelOf(debugLevel: number): string | null {
  if (debugLevel >= 9) return 'trace6';
  return debugLevel >= 1 ? 'trace1' : null;
}

import { isFilledIn } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, removeNode, setArgument } from '../src/transform/index.ts';

export const keepaliveTimeoutSeconds = defineTransform({
  id: 'keepalive-timeout-seconds',
  title: 'Write KeepAliveTimeout as plain seconds',
  stage: 'directives',
  rows: [],
  directives: ['KeepAliveTimeout'],
  isIndependent: true,
  applicability: 'safe',
  refusedAtStart: ['negative', 'too-long'],
  docs: {
    does: 'Writes the number of seconds that 2.2 took from KeepAliveTimeout, where 2.4 reads the value differently or refuses it.',
    why: '2.2 read the leading digits as seconds, in 32 bits, and ignored the rest (atoi in http_core.c). 2.4 reads the units s, ms, mi and h (ap_timeout_parameter_parse in server/util.c) and refuses anything else.',
    before: 'KeepAliveTimeout 300ms',
    after: 'KeepAliveTimeout 300',
    undo: 'Write the old value again where it is the time that was meant.',
    limits:
      'A negative number made 2.2 wait forever, as did one that is negative in 32 bits. 2.4 has no value for that: where it refuses the number, this is only reported.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#keepalivetimeout',
  },
  messages: {
    rewritten: '2.2 read KeepAliveTimeout {value} as {seconds} seconds; 2.4 {reading}.',
    inherited:
      "2.2 read KeepAliveTimeout {value} as 0, which in a virtual host means the main server's time; 2.4 {reading}.",
    negative:
      '2.4 refuses a negative KeepAliveTimeout. 2.2 waited forever: write the longest time that a connection may stay idle.',
    'too-long':
      '2.4 refuses KeepAliveTimeout {value}: more microseconds than 64 bits hold. 2.2 waited forever: write the longest time that a connection may stay idle.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'KeepAliveTimeout')) {
      const { args, scope } = directive;
      const [value] = args;
      if (value === undefined || isFilledIn(value, directive)) continue;
      const seconds = secondsIn22(value);
      const now = secondsIn24(value);
      if (now === seconds) continue;
      const data = { value, seconds, reading: now === null ? 'refuses it' : `takes it as ${now} seconds` };
      if (seconds < 0) {
        // Longer than a server runs is forever.
        const messageId = /^\s*-/.test(value) ? 'negative' : 'too-long';
        if (now === null) report(placeOf(directive), messageId, { data, level: 'error' });
        continue;
      }
      const isInherited = seconds === 0 && scope.kind === 'virtualhost';
      report(placeOf(directive), isInherited ? 'inherited' : 'rewritten', {
        data,
        fix: {
          title: isInherited ? 'Remove KeepAliveTimeout' : `Write KeepAliveTimeout ${seconds}`,
          applicability: 'safe',
          edits: isInherited ? removeNode(directive) : setArgument(directive, 0, String(seconds)),
        },
      });
    }
  },
});

/** Of what 64 bits hold in microseconds (`CHECK_OVERFLOW`). */
const MOST_SECONDS = 9_223_372_036_854;

const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, ms: 0.001, mi: 60, h: 3600 };

const LONGEST = 2n ** 63n - 1n;

/** As `atoi` does it: `strtol` stops at the ends of 64 bits, and of these the lower 32 are taken. */
function secondsIn22(value: string): number {
  const [, sign = '', digits = '0'] = /^\s*([+-]?)(\d+)/.exec(value) ?? [];
  const written = BigInt(digits);
  const stopped =
    sign === '-' ? (written > LONGEST ? -LONGEST - 1n : -written) : written > LONGEST ? LONGEST : written;
  return Number(BigInt.asIntN(32, stopped));
}

/** Null for what 2.4 refuses. Only the unit's first letters count: `min` is `mi`. */
function secondsIn24(value: string): number | null {
  const [, digits = '', unit = ''] = /^\s*\+?(\d*)(s|ms|mi|h)?/.exec(value) ?? [];
  const isRead = digits !== '' && (unit !== '' || /^\s*\+?\d+$/.test(value));
  const seconds = Number(digits) * (UNITS[unit] ?? 1);
  return isRead && seconds <= MOST_SECONDS ? seconds : null;
}

import { isOpen } from './types.ts';
import type { Checks, Command } from './types.ts';
import { eachOf, byVersion } from './word-lists.ts';

const EXT_OPTION = 'LogStderr|NoLogStderr|Onfail=remove|Onfail=abort';
const NO_EXT_OPTION = 'Invalid ExtFilterOptions option: {}';

/** What mod_expires, mod_ext_filter and mod_reqtimeout say of the words of their lines. */
export const FILTER_CHECKS: Checks = {
  expiresbytype: ({ args: [type = '', code = ''] }) => {
    if (isOpen(type)) return null;
    return type.includes('/')
      ? expiresError('ExpiresByType', `${type} ${code}`, code)
      : 'Invalid mimetype: should contain a slash';
  },
  expiresdefault: ({ args: [code = ''] }) => expiresError('ExpiresDefault', code, code),
  // What DebugLevel said LogLevel says since 2.4.
  extfilteroptions: byVersion(
    eachOf(new RegExp(`^(?:${EXT_OPTION}|DebugLevel=.*)$`, 'is'), NO_EXT_OPTION),
    eachOf(new RegExp(`^(?:${EXT_OPTION})$`, 'i'), NO_EXT_OPTION),
  ),
  requestreadtimeout: ({ args, version }) =>
    args.some(isOpen)
      ? null
      : (args.map((word) => timeoutError(word, version)).find((each) => each !== null) ?? null),
};

/** `check_code` (modules/metadata/mod_expires.c); of each word only the first letters count. */
function expiresError(name: string, written: string, code: string): string | null {
  if (/^[AM]|["'\\]/.test(code) || isOpen(code)) return null;
  const [base = '', ...words] = code.trim().split(/\s+/);
  if (!/^[anm]/i.test(base)) return badCode(`unrecognised <base> '${base}'`);
  const periods = /^p/i.test(words[0] ?? '') ? words.slice(1) : words;
  for (let i = 0; i < periods.length; i += 2) {
    const [count = '', unit] = periods.slice(i);
    if (!/^\d/.test(count)) return badCode(`numeric value expected <num> '${count}'`);
    if (unit === undefined) return badCode('missing <type>');
    if (!/^(?:y|mo|w|d|h|mi|s)/i.test(unit)) return badCode(`unrecognised <type>'${unit}'`);
  }
  return null;

  function badCode(what: string): string {
    return `'${name} ${written}': bad expires code, ${what}`;
  }
}

const STAGES = { '2.2': /^(?:header|body)$/i, '2.4': /^(?:handshake|header|body)$/i } as const;

/** `set_reqtimeout_param` (modules/filters/mod_reqtimeout.c). */
function timeoutError(word: string, version: Command['version']): string | null {
  const [, stage, value = ''] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
  if (stage === undefined) {
    return "Invalid RequestReadTimeout parameter. Parameter must be in the form 'key=value'";
  }
  const error = STAGES[version].test(stage) ? timesError(value) : 'Unknown RequestReadTimeout parameter';
  return error === null ? null : `RequestReadTimeout: ${word}: ${error}`;
}

/** `20`, `20,MinRate=500`, `20-40,MinRate=500`. */
function timesError(value: string): string | null {
  const [, times = value, rate] = /^(.*?),minrate=(.*)$/is.exec(value) ?? [];
  if (rate === undefined) {
    return times.includes('-') ? 'Must set MinRate option if using timeout range' : numberError(times);
  }
  const [first = '', most] = times.split(/-(.*)/s);
  const error = [rate, ...(most === undefined ? [] : [most]), first]
    .map(numberError)
    .find((each) => each !== null);
  if (error !== undefined) return error;
  if (Number(rate) === 0) return 'Minimum data rate must be larger than 0';
  const isRange = most !== undefined && Number(most) > 0 && Number(first) >= Number(most);
  return isRange ? 'Maximum timeout must be larger than initial timeout' : null;
}

/** `parse_int`: there may be blanks and a sign before the digits. */
function numberError(text: string): string | null {
  const [number] = /^\s*[+-]?\d+/.exec(text) ?? [];
  if (number === undefined) return `Value '${text}' not numerical`;
  if (number !== text) return `Cannot parse '${text.slice(number.length)}'`;
  return Number(number) < 0 ? 'Value must be non-negative' : null;
}

import type { Truth } from '../types.ts';
import { truthOf } from './truth.ts';

/** Which server reads what a test keeps. */
export interface Decision {
  readonly on22: Truth;
  readonly on24: Truth;
}

/** A version of httpd compared with a number: `apache_version >= '2.4'`. */
interface Comparison {
  /** Whether it holds for a version below the number (-1), for that number (0), or above it (1). */
  readonly holds: (order: Order) => boolean;
  readonly isEquality: boolean;
  /** Both have a second number; the third one is left out, or is not looked at. */
  readonly minor: number;
  readonly patch: number | null;
  /** Only two numbers of the version are compared. */
  readonly isOfTwo: boolean;
  /** The version is a name by itself, of which nothing is taken away before it is compared. */
  readonly isWhole: boolean;
}

type Order = -1 | 0 | 1;

const NUMBER = String.raw`2\.(?<minor>[234])(?:\.(?<patch>\d+))?`;
const SIGN = '(?<sign>>=|<=|[!=]=|[<>])';
const SIGN_WORD = '(?<sign>[gl][te]|eq|ne)';

/** Each with a subject, a number, and a sign, if it does not ask whether the one is the other. */
const FORMS: readonly RegExp[] = [
  // versioncmp([@apache_version, '2.4']) >= 0, of Puppet in its language and in Ruby.
  `^.*?versioncmp\\b['"]?[\\s,([]*(?<subject>\\S.*?)\\s*,\\s*['"]${NUMBER}['"][\\s\\])]*${SIGN}\\s*(?<than>-?[01])$`,
  // version_compare($apache_version, '2.4', '>='), of PHP.
  `^version_compare\\((?<subject>[^(),]+),\\s*['"]${NUMBER}['"]\\s*(?:,\\s*['"]${SIGN}['"]\\s*\\)|\\)\\s*${SIGN.replace('sign', 'compared')}\\s*(?<than>-?[01]))$`,
  // apache_version is version('2.4', '>='), and the filter.
  `^(?<subject>\\S.*?)\\s*(?:\\||\\bis)\\s*version(?:_compare)?\\(\\s*['"]${NUMBER}['"]\\s*,\\s*(?:operator\\s*=\\s*)?['"](?<sign>>=|<=|[!=]=|[<>]|[gl][te]|eq|ne)['"][^()]*\\)$`,
  // apache_version >= '2.4'
  `^(?<subject>[^<>=!]*?)\\s*${SIGN}=?\\s*['"]?${NUMBER}['"]?$`,
  // ge .apache_version "2.4", of Go.
  `^${SIGN_WORD}\\s+(?<subject>\\S+)\\s+['"]${NUMBER}['"]$`,
  // case @apache_version: '2.4', a branch of a choice.
  `^(?:case|switch)\\s*\\(?(?<subject>[^:{]+?)\\)?\\s*(?:\\bwhen\\b|[:{])(?:.*:)?\\s*['"]${NUMBER}['"]:?$`,
  // @apache_version.start_with?('2.4'), apache_version | regex_search('^2\\.4'), @apache_version =~ /^2\\.4/
  `^(?<subject>[^<>=!()]*?)(?:\\.starts?_?with\\??|\\s*\\|\\s*regex_search|\\s+is\\s+(?:match|search))\\(\\s*['"]\\^?(?<begins>2)\\\\{0,2}\\.(?<minor>[24])(?:\\\\{0,2}\\.)?['"]\\s*\\)$`,
  `^(?<subject>[^<>=!()]*?)\\s*=~\\s*/\\^?(?<begins>2)\\\\?\\.(?<minor>[24])(?:\\\\?\\.)?/$`,
].map((source) => new RegExp(source, 'i'));
/** Of ISPConfig, which compares the first two numbers. */
const OF_TWO = new RegExp(
  `^name=["'](?<subject>apache_version)["'] op=["'](?<sign>>=?|<=?|==)["'] value=["']${NUMBER}["'] format=["']version["']$`,
  'i',
);

const WORDS: Readonly<Record<string, string>> = { ge: '>=', gt: '>', lt: '<', le: '<=', eq: '==', ne: '!=' };

/** What an author calls the version of the server: by its name, or the version alone where nothing else has one. */
const SERVER = /(?:apache|httpd).*version|version.*(?:apache|httpd)/i;
const ALONE =
  /^[@$.]*(?:(?:map|node|params|config|settings|server|web|webserver|vhost|values|item|site)\b['"\].[:]+)*version['"\]]*(?:\.to_[fs]|\s*\|\s*\w+)*$/i;

/**
 * For which servers a comparison with a version holds; maybe, where that depends on how the version is given: `> '2.4'` holds for 2.4.62,
 * and does not for 2.4. Null where it compares something else.
 */
export function decideComparison(test: string): Decision | null {
  const comparison = readComparison(test);
  if (comparison === null) return null;
  const decision = { on22: holdsFor(2, comparison), on24: holdsFor(4, comparison) };
  return decision.on22 === 'maybe' && decision.on24 === 'maybe' ? null : decision;
}

/** Whether it tells releases of one version apart: `>= '2.4.8'`. */
export function comparesReleases(test: string): boolean {
  return (readComparison(test)?.patch ?? 0) > 0;
}

/** Whether it asks if the version is 2.4, or is not, for which a version of three numbers makes a difference. */
export function asksForTwoNumbers(test: string): boolean {
  const comparison = readComparison(test);
  return comparison !== null && comparison.minor === 4 && comparison.isWhole && isOfTwoNumbers(comparison);
}

/** Whether it asks for the version of the server, in whatever way. */
export function namesServerVersion(test: string): boolean {
  return SERVER.test(test);
}

function readComparison(written: string): Comparison | null {
  // Every test of a template is asked: most compare nothing with 2.
  if (!/2\\?\./.test(written) || /\b(?:and|or)\b|&&|\|\|/.test(written)) return null;
  const test = written.replace(/\bGem::Version\.new\(([^()]*)\)/g, '$1').trim();
  const ofTwo = OF_TWO.exec(test);
  for (const found of ofTwo === null ? FORMS.map((form) => form.exec(test)) : [ofTwo]) {
    const groups: Readonly<Record<string, string | undefined>> = found?.groups ?? {};
    const { subject = '', compared = '==', sign = compared, minor, patch, than = '0', begins } = groups;
    if (minor === undefined || !(SERVER.test(subject) || ALONE.test(subject))) continue;
    const symbol = WORDS[sign.toLowerCase()] ?? sign;
    return {
      holds: (order) => compares(order, symbol, Number(than)),
      isEquality: /^[!=]=$/.test(symbol) && than === '0',
      minor: Number(minor),
      patch: patch === undefined ? null : Number(patch),
      isWhole:
        begins === undefined && /^[@$.]*\w+(?:\.\w+|::\w+|\[['":]+[A-Za-z][\w:]*['"]?\])*$/.test(subject),
      isOfTwo: ofTwo !== null || /\.to_f\b|\|\s*float\b/.test(subject),
    };
  }
  return null;
}

function holdsFor(minor: 2 | 4, comparison: Comparison): Truth {
  const held = new Set(ordersOf(minor, comparison).map(comparison.holds));
  return held.size > 1 ? 'maybe' : truthOf(held.has(true));
}

/** How the versions of this server may stand to the number. */
function ordersOf(minor: number, comparison: Comparison): readonly Order[] {
  if (minor !== comparison.minor) return [minor < comparison.minor ? -1 : 1];
  if (comparison.isOfTwo || isOfTwoNumbers(comparison)) return [0];
  // 2.4 is below 2.4.0 to some languages, and the same to others.
  return comparison.patch === null ? [0, 1] : [-1, 0, 1];
}

/** Who asks whether it is 2.4 has a version of two numbers. */
function isOfTwoNumbers({ patch, isOfTwo, isEquality }: Comparison): boolean {
  return !isOfTwo && patch === null && isEquality;
}

function compares(left: number, sign: string, right: number): boolean {
  switch (sign) {
    case '>=':
      return left >= right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '<':
      return left < right;
    case '!=':
      return left !== right;
    default:
      return left === right;
  }
}

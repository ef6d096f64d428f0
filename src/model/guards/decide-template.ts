import { joinedTests } from '../../syntax/index.ts';
import type { Document, TemplateQuestion } from '../../syntax/index.ts';
import type { Truth } from '../types.ts';
import { and, not, or, truthOf } from './truth.ts';
import { versionTests } from './version-choices.ts';

interface Decision {
  readonly on22: Truth;
  readonly on24: Truth;
}

/**
 * `versioncmp([@apache_version, '2.4']) >= 0`, `apache_version is version('2.4', '>=')`, `$apache_version >= '2.4'`,
 * `node['apache']['version'] == '2.2'`.
 */
const COMPARISONS: readonly RegExp[] = [
  /version\w*\W+(?:scope\W+)?[^'"]*['"]2\.(?<minor>4)(?:\.0)?['"][\s\])]*(?<sign>>=|>|<=|<|==)\s*-?[01]?\s*$/i,
  /version(?:_compare)?\(\s*['"]2\.(?<minor>4)(?:\.0)?['"]\s*,\s*['"](?<sign>>=|ge|>|gt|<|lt|<=|le|==|eq)['"]/i,
  /version\w*['"\])\s|a-z]*(?<sign>>=|>|<=|<|[=!]=)\s*['"]?2\.(?<minor>[24])['"]?\s*$/i,
];
/** Of ISPConfig, which compares the first two numbers. */
const TWO_NUMBERS =
  /^name=["']apache_version["'] op=["'](>=?|<=?|==)["'] value=["']2\.(2|4)["'] format=["']version["']$/i;
/** `apache24`, `@httpd_2_4`, `site.apache_22?`: a name that asks for it, and nothing besides. */
const FLAG =
  /^[@$.]?(?:\w+(?:\.|\[['":]|['"]?\]\[['":]))*['"\w]*(?:apache|httpd)_?(?:version_?)?2[_.]?([24])(?:_?(?:or_?(?:later|newer|above|up)|plus|up|enabled|mode|style|syntax))?['"\]?]*$/i;

/** Whether that is so of 2.4, and not of 2.2. */
const COMPARED: Readonly<Record<string, boolean>> = {
  '> 2': true,
  '<= 2': false,
  '== 2': false,
  '!= 2': true,
  '>= 4': true,
  '< 4': false,
  '== 4': true,
  '!= 4': false,
};

/** The same of a whole version: 2.4.6 is above 2.4. */
const COMPARED_WHOLE: Readonly<Record<string, boolean>> = { ...COMPARED, '> 4': true, '<= 4': false };

const SIGNS: Readonly<Record<string, string>> = { ge: '>=', gt: '>', lt: '<', le: '<=', eq: '==' };

/** Which server reads what a template keeps if it is made for 2.4; maybe, where it asks for something else. @param document of the template */
export function decideTemplate(question: AskedTest, document: Document): Decision {
  const { test, isNegated } = question;
  const isFor24 = asksFor24(test) ?? versionTests(document).get(test) ?? null;
  const holds = isFor24 === null ? decideParts(test, document) : decisionOf(isFor24);
  return isNegated ? { on22: not(holds.on22), on24: not(holds.on24) } : holds;
}

type AskedTest = Pick<TemplateQuestion, 'test' | 'isNegated'>;

const MAYBE: Decision = { on22: 'maybe', on24: 'maybe' };

function decisionOf(isFor24: boolean): Decision {
  return { on22: truthOf(!isFor24), on24: truthOf(isFor24) };
}

/** `versioncmp(...) >= 0 and @x` keeps nothing for 2.2, whatever x is. */
function decideParts(test: string, document: Document): Decision {
  const joined = joinedTests(test);
  if (joined === null) return MAYBE;
  const decided = joined.questions.map((question) => decideTemplate(question, document));
  const join = joined.word === 'and' ? and : or;
  return {
    on22: decided.map(({ on22 }) => on22).reduce(join),
    on24: decided.map(({ on24 }) => on24).reduce(join),
  };
}

/** Whether it is not the test that says it, but what stands in the branches. */
export function isTakenForVersion({ test }: Pick<TemplateQuestion, 'test'>, document: Document): boolean {
  return asksFor24(test) === null && versionTests(document).has(test);
}

function asksFor24(test: string): boolean | null {
  const named = FLAG.exec(test)?.[1];
  if (named !== undefined) return named === '4';
  const [, sign, number] = TWO_NUMBERS.exec(test) ?? [];
  if (sign !== undefined) return COMPARED[`${sign} ${number}`] ?? null;
  if (/\b(?:and|or)\b|&&|\|\|/.test(test)) return null;
  for (const pattern of COMPARISONS) {
    const { sign: written, minor } = pattern.exec(test)?.groups ?? {};
    if (written === undefined) continue;
    return COMPARED_WHOLE[`${SIGNS[written.toLowerCase()] ?? written} ${minor}`] ?? null;
  }
  return null;
}

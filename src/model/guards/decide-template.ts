import { joinedTests } from '../../syntax/index.ts';
import type { Document, Section, TemplateQuestion } from '../../syntax/index.ts';
import { and, not, or, truthOf } from './truth.ts';
import type { Decision } from './version-comparison.ts';
import {
  asksForTwoNumbers,
  comparesReleases,
  decideComparison,
  namesServerVersion,
} from './version-comparison.ts';
import { hasAccessRules, versionTests } from './version-choices.ts';

/** `apache24`, `@httpd_2_4`, `site.apache_22?`: a name that asks for it, and nothing besides. */
const FLAG =
  /^[@$.]?(?:\w+(?:\.|\[['":]|['"]?\]\[['":]))*['"\w]*(?:apache|httpd)_?(?:version_?)?2[_.]?([24])(?:_?(?:or_?(?:later|newer|above|up)|plus|up|enabled|mode|style|syntax))?['"\]?]*$/i;

/** Which server reads what a template keeps if it is made for 2.4; maybe, where it asks for something else. @param document of the template */
export function decideTemplate(question: AskedTest, document: Document): Decision {
  const { test, isNegated } = question;
  const holds = decisionByBranches(test, document) ?? decideAsked(test) ?? decideParts(test, document);
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

/**
 * Why a test is taken to ask for the version because of what stands in the branches, and not of itself: it compares with a version, but whether
 * it holds for one of the servers is open, or it asks for something else. `unread`: it asks for the version in a way that is not known, and who
 * gets in depends on it; `two numbers`: a version of three numbers comes to the
 * branch for 2.2. Null where it is not taken so.
 */
export function whyTakenForVersion(
  { test }: Pick<TemplateQuestion, 'test'>,
  { children }: Section,
  document: Document,
): 'open on 2.2' | 'open on 2.4' | 'unrelated' | 'unread' | 'two numbers' | null {
  if (decisionByBranches(test, document) === null) {
    const hasBoth = versionTests(document).has(test);
    const isOfOld = decideAsked(test)?.on22 === 'yes' && hasAccessRules(children);
    if (asksForTwoNumbers(test) && (hasBoth || isOfOld)) return 'two numbers';
    const { on22, on24 } = decideTemplate({ test, isNegated: false }, document);
    const isOpen = on22 === 'maybe' && on24 === 'maybe';
    return isOpen && namesServerVersion(test) && hasAccessRules(children) ? 'unread' : null;
  }
  const compared = decideComparison(test);
  if (compared === null) return 'unrelated';
  return compared.on22 === 'maybe' ? 'open on 2.2' : 'open on 2.4';
}

/** What the branches say, where the test leaves it open and does not deny it. */
function decisionByBranches(test: string, document: Document): Decision | null {
  const isFor24 = versionTests(document).get(test);
  // Some 2.4 do come to the branch with the old lines.
  if (isFor24 === undefined || comparesReleases(test)) return null;
  const asked = decideAsked(test) ?? MAYBE;
  const shown = decisionOf(isFor24);
  const isOpen = asked.on22 === 'maybe' || asked.on24 === 'maybe';
  const isDenied = [
    [asked.on22, shown.on22],
    [asked.on24, shown.on24],
  ].some(([said, seen]) => said !== 'maybe' && said !== seen);
  return isOpen && !isDenied ? shown : null;
}

function decideAsked(test: string): Decision | null {
  const flag = FLAG.exec(test)?.[1];
  return flag === undefined ? decideComparison(test) : decisionOf(flag === '4');
}

import type { FindingReport, ReportData, TreeReport } from './report-data.ts';
import { counted, placeOf } from './words.ts';

/**
 * The JUnit XML that CI systems read: a test suite for each tree. What makes the exit code other than 0 is a failure; what is only to be
 * read is the output of a test that passes; what was not compared is skipped.
 */
export function renderJunit(data: ReportData): string {
  const suites = data.trees.map((tree) => suiteOf(tree, data));
  const all = data.failure === null ? suites : [...suites, failedSuite(data.failure, data.made)];
  const counts = `tests="${sum(all, 'tests')}" failures="${sum(all, 'failures')}" errors="${sum(all, 'errors')}" skipped="${sum(all, 'skipped')}"`;
  const body = all.map(({ xml }) => xml).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="httpd-codemod" ${counts}>\n${body}</testsuites>\n`;
}

interface Suite {
  readonly xml: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

function sum(suites: readonly Suite[], key: 'tests' | 'failures' | 'errors' | 'skipped'): number {
  return suites.reduce((total, each) => total + each[key], 0);
}

type Result = 'passed' | 'failure' | 'error' | 'skipped';

interface Case {
  readonly name: string;
  readonly classname: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly result: Result;
  readonly type: string;
  readonly message: string;
}

function suiteOf(tree: TreeReport, { made, mode }: ReportData): Suite {
  const changes = tree.counts.edits > 0;
  const checked: Case[] =
    mode === 'check'
      ? [
          whole(
            tree,
            'nothing is left to migrate',
            changes ? 'failure' : 'passed',
            'changes',
            changes ? `${counted(tree.counts.edits, 'place')} would change` : '',
          ),
        ]
      : [];
  return suite(tree.path, made, [proofCase(tree), ...checked, ...findingCases(tree)]);
}

function proofCase(tree: TreeReport): Case {
  const { proof, refused } = tree;
  const result = {
    proven: 'passed',
    'as-far-as-known': 'passed',
    refused: 'failure',
    'not-made': 'skipped',
  } as const;
  const lines = [proof.text, ...refused.map((each) => `${placeOf(each)}: ${each.message}`)];
  return whole(tree, 'the same people get in', result[proof.state], 'refused', lines.join('\n'));
}

function findingCases({ findings, path }: TreeReport): Case[] {
  const reported = findings.filter(({ level, silencedBy }) => level !== 'info' && silencedBy === null);
  return reported.map((finding) => ({
    name: `${finding.rule} ${placeOf(finding)}`,
    classname: `${path}.${finding.rule}`,
    file: finding.path,
    line: finding.position?.line ?? null,
    result: finding.level === 'error' ? 'failure' : 'passed',
    type: finding.rule,
    message: findingText(finding),
  }));
}

function findingText({ message, fixTitle, isHeldBack }: FindingReport): string {
  return isHeldBack && fixTitle !== null
    ? `${message}\nFix held back: ${fixTitle} (--apply review)`
    : message;
}

function whole(
  { path, entry }: TreeReport,
  name: string,
  result: Result,
  type: string,
  message: string,
): Case {
  return { name, classname: path, file: entry, line: null, result, type, message };
}

function failedSuite(failure: string, made: string): Suite {
  return suite('httpd-codemod', made, [
    {
      name: 'the configuration is read',
      classname: 'httpd-codemod',
      file: null,
      line: null,
      result: 'error',
      type: 'unreadable',
      message: failure,
    },
  ]);
}

function suite(name: string, made: string, cases: readonly Case[]): Suite {
  const count = (wanted: Result): number => cases.filter(({ result }) => result === wanted).length;
  const counts = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
  const attributes = `name="${xmlText(name)}" tests="${counts.tests}" failures="${counts.failures}" errors="${counts.errors}" skipped="${counts.skipped}" time="0" timestamp="${made.replace(/\..*$|Z$/, '')}"`;
  return { ...counts, xml: `  <testsuite ${attributes}>\n${cases.map(caseXml).join('')}  </testsuite>\n` };
}

function caseXml({ name, classname, file, line, result, type, message }: Case): string {
  const place = `${file === null ? '' : ` file="${xmlText(file)}"`}${line === null ? '' : ` line="${line}"`}`;
  const open = `    <testcase name="${xmlText(name)}" classname="${xmlText(classname)}"${place} time="0">`;
  if (message === '') return `${open}</testcase>\n`;
  return `${open}\n      ${bodyXml(result, type, message)}\n    </testcase>\n`;
}

function bodyXml(result: Result, type: string, message: string): string {
  const first = xmlText(message.split('\n')[0] ?? '');
  const text = xmlText(message);
  if (result === 'skipped') return `<skipped message="${first}"/>`;
  if (result === 'passed') return `<system-out>${text}</system-out>`;
  return `<${result} type="${xmlText(type)}" message="${first}">${text}</${result}>`;
}

/** Control characters are visible by now; what XML 1.0 cannot hold at all is left out. */
function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

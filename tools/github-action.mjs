// What action.yml runs: checks PATHs, and tells GitHub of it: annotations at the lines, a summary of the job, outputs.
import { spawnSync } from 'node:child_process';
import { appendFileSync, openSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../bin/httpd-codemod.js', import.meta.url));
/** GitHub shows ten of each kind for a step; what there is besides is in the summary. */
const MOST_ANNOTATIONS = 50;

const {
  INPUT_PATHS = '',
  INPUT_LIST = '',
  INPUT_OPTIONS = '',
  INPUT_FAIL_ON = '1 3 4',
  RUNNER_TEMP = '.',
  GITHUB_WORKSPACE = process.cwd(),
  GITHUB_OUTPUT,
  GITHUB_STEP_SUMMARY,
} = process.env;

const report = join(RUNNER_TEMP, `httpd-codemod-${process.pid}.jsonl`);
const words = [
  ...process.argv.slice(2),
  ...(INPUT_LIST === '' ? [] : ['--list', INPUT_LIST]),
  ...INPUT_OPTIONS.split(/\s+/).filter((word) => word !== ''),
  '--check',
];

function run(more, stdout) {
  const {
    status,
    signal,
    stdout: text,
  } = spawnSync(process.execPath, ['--', PROGRAM, ...words, ...more], {
    stdio: ['ignore', stdout, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === null) throw new Error(`httpd-codemod was ended by ${signal}`);
  return { status, text };
}

/** A workflow command: `::error file=x,line=1::message`; of the repository itself without a place. */
function annotate(level, file, line, message) {
  const property = (text) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const name = property(relative(GITHUB_WORKSPACE, file));
  const place = name === '' ? '' : ` file=${name}${line === undefined ? '' : `,line=${line}`}`;
  return `::${level}${place}::${data(message)}`;
}

function data(text) {
  return String(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function annotationsOf(server) {
  if (server.failure !== null) return [`::error::${data(`${server.path}: ${server.failure}`)}`];
  const { findings = [], refused = [], files = [] } = server;
  return [
    ...refused.map((one) => annotate('error', one.path, one.position?.line, one.message)),
    ...findings
      .filter(({ level }) => level !== 'info')
      .map((one) => annotate(one.level, one.path, one.position?.line, one.message)),
    ...files.map(({ path, edits }) =>
      annotate(
        'warning',
        path,
        edits[0]?.startPosition.line,
        `This file is to be changed for 2.4 (${edits.length} ${edits.length === 1 ? 'place' : 'places'}).`,
      ),
    ),
  ];
}

if (process.argv.length === 2 && INPUT_LIST === '') {
  console.log(`::error::${data(`httpd-codemod: nothing matches the input paths: ${INPUT_PATHS}`)}`);
  process.exit(2);
}

const { status } = run(['--format', 'jsonl', '--verbose'], openSync(report, 'w'));
const lines = readFileSync(report, 'utf8')
  .split('\n')
  .filter((line) => line !== '');
const annotations = [...new Set(lines.flatMap((line) => annotationsOf(JSON.parse(line))))];
for (const annotation of annotations.slice(0, MOST_ANNOTATIONS)) console.log(annotation);
// All is known from the first run: this one only prints.
const { text } = run(['--no-color', '--each'], 'pipe');
console.log(text);
if (GITHUB_STEP_SUMMARY)
  appendFileSync(GITHUB_STEP_SUMMARY, `### httpd-codemod\n\n\`\`\`\`text\n${text}\n\`\`\`\`\n`);
if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `exit-code=${status}\nreport=${report}\n`);
const fails = status === 2 || INPUT_FAIL_ON.split(/\s+/).includes(String(status));
process.exitCode = fails ? status : 0;

// Which changes to the access engine would no test notice? All mutants of the sources are made at once (Stryker's instrumenter), each
// behind a switch, and the tests are run in one process, without jest: for each mutant those that pass it, the likeliest to
// notice first, until one does.
//   npx -p @stryker-mutator/instrumenter@9 node tools/measure-mutants.mjs [--seconds N] [--every N] [--tests REGEX] [--results FILE] REGEX
// REGEX: the sources (src/access/chains/). --seconds: for one mutant (20). --every: one of so many mutants. --results: one line of JSON each;
// those that are there already are not tried again. Tests that start servers or other processes, or replace a module, are left out.
import { fork } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleMutants } from './mutants/bundle.mjs';
import { fromRoot } from './set-up.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    every: { type: 'string', default: '1' },
    tests: {
      type: 'string',
      default:
        '^__tests__/(?:access|dual|report|transforms/(?:fixtures|pipeline)|migrate/(?:migrate|access-compat|dual))',
    },
    results: { type: 'string', default: fromRoot('node_modules/.cache/mutants/results.jsonl') },
  },
});
const [sources = '^src/access/'] = positionals;
const SERVERS =
  /real-server|oracle\/(?:replay|model24|directory|half-migrated)|bundled-tree|rows-on-server|migrate\/tls/;
const bundle = fromRoot('node_modules/.cache/mutants/bundle.mjs');
const isTest = (name) =>
  name.endsWith('.test.ts') &&
  new RegExp(values.tests).test(name) &&
  !SERVERS.test(name) &&
  !readFileSync(fromRoot(name), 'utf8').includes('unstable_mockModule');

/** The tests' own: what they put there stays until the end, since a test may be run again. */
const temporary = mkdtempSync(join(tmpdir(), 'mutants-'));
process.on('exit', () => rmSync(temporary, { recursive: true }));

let worker;

/** A new process, once it has loaded everything; null if it does not get so far. */
async function start(mutantOnLoad = -1, stderr = 'ignore') {
  worker?.kill('SIGKILL');
  const options = {
    execArgv: ['--max-old-space-size=3000'],
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
    env: { ...process.env, TMPDIR: temporary },
  };
  worker = fork(fromRoot('tools/mutants/worker.mjs'), [bundle, String(mutantOnLoad)], options);
  return told(() => 60_000);
}

/** The next message that is no progress, or null if the process ends, or says nothing for so long. */
function told(patience, onProgress = () => {}) {
  return new Promise((resolve) => {
    let timer;
    const end = (message) => {
      clearTimeout(timer);
      worker.off('message', hear).off('exit', gone);
      resolve(message);
    };
    const gone = () => end(null);
    const wait = (at) => {
      clearTimeout(timer);
      timer = setTimeout(gone, patience(at));
    };
    const hear = (message) => {
      if (message.type !== 'at' && message.type !== 'test') return end(message);
      onProgress(message);
      return wait(message.at);
    };
    worker.on('message', hear).on('exit', gone);
    wait();
  });
}

/** All tests that pass without a mutant, and which mutants are passed when the sources are loaded. */
async function survey() {
  if ((await start(-1, 'inherit')) === null) throw new Error('the tests can not be loaded');
  worker.send({ type: 'survey' });
  const tests = [];
  const end = await told(
    () => 300_000,
    (test) => tests.push(test),
  );
  if (end === null) throw new Error('the tests do not end without mutants');
  for (const { id } of tests.filter(({ isBad }) => isBad)) console.warn(`left out, it fails here: ${id}`);
  return { tests: tests.filter(({ isBad }) => !isBad), onLoad: new Set(end.onLoad) };
}

/** How often each test killed mutants of the neighbourhood: cheap ones that did come first. */
function createRanking() {
  const known = new Map();
  const keyOf = ({ fileName, location }, { id }) =>
    `${fileName} ${Math.floor(location.start.line / 12)} ${id}`;
  const cost = (mutant, test) => {
    const { tried, killed } = known.get(keyOf(mutant, test)) ?? { tried: 1, killed: 0 };
    return ((test.ms + 0.3) * (tried + 1)) / (killed + 0.5);
  };
  return {
    ranked: (mutant, tests) => tests.toSorted((a, b) => cost(mutant, a) - cost(mutant, b)),
    learn(mutant, tests, by) {
      for (const test of tests) {
        const { tried, killed } = known.get(keyOf(mutant, test)) ?? { tried: 0, killed: 0 };
        known.set(keyOf(mutant, test), { tried: tried + 1, killed: killed + Number(test.id === by) });
      }
    },
  };
}

/** Whether the process can be used for the next mutant. */
let isFresh = false;

async function judge(mutant, tests, isOnLoad) {
  if (tests.length === 0) return { outcome: 'not reached' };
  if (isOnLoad && (await start(mutant.id)) === null) return { outcome: 'killed', by: 'loading' };
  // It may have ended by itself meanwhile.
  if (!isOnLoad && !(isFresh && worker.connected)) await start();
  worker.send({
    type: 'judge',
    mutant: mutant.id,
    ids: tests.map(({ id }) => id),
    ms: Number(values.seconds) * 1000,
  });
  const judged = await told((at = 0) => 5000 + 20 * tests[at].ms);
  isFresh = !isOnLoad && judged !== null && judged.outcome !== 'spoilt';
  return judged === null ? { outcome: 'killed', by: 'time or memory' } : judged;
}

function resultsSoFar() {
  mkdirSync(dirname(values.results), { recursive: true });
  if (!existsSync(values.results)) return [];
  const lines = readFileSync(values.results, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** The same mutant, as long as nothing above it in its file changes. */
function nameOf({ fileName, location, mutatorName, replacement }) {
  return `${fileName}:${location.start.line + 1}:${location.start.column + 1} ${mutatorName} -> ${replacement}`;
}

const mutants = await bundleMutants(bundle, (name) => new RegExp(sources).test(name), isTest);
const { tests, onLoad } = await survey();
const passing = new Map(mutants.map(({ id }) => [id, []]));
for (const test of tests) for (const id of test.passed) passing.get(id).push(test);
const { ranked, learn } = createRanking();
const results = new Map(resultsSoFar().map(({ mutant, outcome }) => [mutant, outcome]));
const wanted = mutants.filter(({ id }) => id % Number(values.every) === 0);
console.log(`${wanted.length} of ${mutants.length} mutants, ${tests.length} tests`);

for (const mutant of wanted) {
  const name = nameOf(mutant);
  if (results.has(name)) continue;
  const isOnLoad = onLoad.has(mutant.id);
  // What is made when a file is loaded has a say in whatever comes behind.
  const likely = ranked(mutant, isOnLoad ? tests : passing.get(mutant.id));
  // oxlint-disable-next-line no-await-in-loop
  const { outcome, by, ran = 0 } = await judge(mutant, likely, isOnLoad);
  learn(mutant, likely.slice(0, ran), by);
  results.set(name, outcome);
  appendFileSync(values.results, `${JSON.stringify({ mutant: name, outcome, by })}\n`);
  if (outcome !== 'killed') console.log(`${outcome}: ${name.replaceAll(/\s+/g, ' ')}`);
}
worker.kill('SIGKILL');

const count = {};
for (const mutant of wanted) {
  const outcome = results.get(nameOf(mutant));
  count[outcome] = (count[outcome] ?? 0) + 1;
}
console.log(count);

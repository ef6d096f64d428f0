// A process in which the built program is ready to run, once for each request (fd 3) until there are no more; each answer goes to fd 4. One
// that starts for itself takes ten times as long. Each run makes the program anew, of code that is compiled: none finds what another left.
import { readFileSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { programScript } from '../../tools/load-program.mjs';

const [REQUESTS, ANSWERS] = [3, 4];
const PROGRAM = new URL('../../bin/httpd-codemod.js', import.meta.url);

const file = programFile();
const makeProgram = programScript(file).runInThisContext();
process.argv[1] = PROGRAM.pathname;

/** The names hold digests; each file says which it loads. */
function programFile() {
  const dist = new URL('../../dist/', import.meta.url);
  const textOf = (path) => readFileSync(new URL(path, dist), 'utf8');
  const [main] = /chunks\/main-\w+\.js/.exec(textOf('cli.js'));
  const [program] = /program-\w+\.cjs/.exec(textOf(main));
  return new URL(`chunks/${program}`, dist).pathname;
}

async function answer({ words, folder, input, env, columns }) {
  const stdout = collector(columns);
  const stderr = collector(columns);
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input, 'latin1')]);
  const events = new Set(process.eventNames());
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  Object.entries({ stdin, stdout, stderr }).forEach(setStream);
  const { main } = makeProgram(createRequire(file), { exports: {} }, pathToFileURL(file).href);
  const exitCode = await main(words);
  process.chdir('/');
  for (const name of process.eventNames()) if (!events.has(name)) process.removeAllListeners(name);
  return { exitCode, stdout: stdout.text('latin1'), stderr: stderr.text('utf8') };
}

function setStream([name, value]) {
  Object.defineProperty(process, name, { value, configurable: true });
}

/** As a pipe is to who writes into it, or a terminal so wide. */
function collector(columns) {
  const pieces = [];
  const stream = new Writable({
    write(piece, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  if (columns !== null) Object.assign(stream, { isTTY: true, columns, rows: 24 });
  return Object.assign(stream, { fd: -1, text: (encoding) => Buffer.concat(pieces).toString(encoding) });
}

/** A line; null when nobody asks any more. */
function readRequest() {
  const pieces = [];
  const piece = Buffer.alloc(1 << 16);
  for (;;) {
    const length = readSync(REQUESTS, piece);
    if (length === 0) return null;
    pieces.push(Buffer.from(piece.subarray(0, length)));
    if (piece[length - 1] === 10) return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  }
}

function writeAnswer(answered) {
  const bytes = Buffer.from(`${JSON.stringify(answered)}\n`);
  for (let done = 0; done < bytes.length;) done += writeSync(ANSWERS, bytes, done);
}

for (let request = readRequest(); request !== null; request = readRequest()) {
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  writeAnswer(await answer(request));
}

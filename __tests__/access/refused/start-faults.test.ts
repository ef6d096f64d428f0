import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { askTree, plainRequest } from '../../../src/access/index.ts';
import type { Version } from '../../../src/access/index.ts';
import { memoryTree } from '../request/memory-tree.ts';

// Which lines 2.2.34 and 2.4.71, of mod_ssl and mod_proxy 2.4.68, refused to start with (-t), each with all its modules.

type Place = 'server' | 'dir' | 'loc';

interface Recorded {
  /** By place and directive: what followed its name, by what the versions made of it. */
  readonly lines: Readonly<
    Record<Place, Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>>
  >;
  readonly texts: readonly {
    readonly place: Place;
    readonly lines: string;
    readonly takes: readonly Version[];
    /** Both, if that is not said. */
    readonly asked?: readonly Version[];
  }[];
  readonly modules: Readonly<Record<Version, readonly string[]>>;
}

const recorded = JSON.parse(
  gunzipSync(readFileSync('__fixtures__/oracle/start-faults.json.gz')).toString('utf8'),
) as Recorded;

interface Row {
  readonly place: Place;
  readonly text: string;
  readonly isTaken: boolean;
}

function rowsOf(version: Version): Row[] {
  const lines = Object.entries(recorded.lines).flatMap(([place, directives]) =>
    Object.entries(directives).flatMap(([name, answers]) =>
      Object.entries(answers).flatMap(([answer, all]) =>
        answer.includes(`${version}:`)
          ? all.map((args) => ({
              place: place as Place,
              text: `${name} ${args}`.trimEnd(),
              isTaken: answer.includes(`${version}:takes`),
            }))
          : [],
      ),
    ),
  );
  const texts = recorded.texts
    .filter(({ asked }) => asked?.includes(version) ?? true)
    .map(({ place, lines: text, takes }) => ({ place, text, isTaken: takes.includes(version) }));
  return [...lines, ...texts];
}

const AROUND: Readonly<Record<Place, readonly [string, string]>> = {
  server: ['', ''],
  dir: ['<Directory /srv/x>\n', '</Directory>\n'],
  loc: ['<Location /x>\n', '</Location>\n'],
};

/** What is said of the rows' lines, each among lines that do nothing. */
function saidOf(version: Version, rows: readonly Row[]): (string | null)[] {
  let text = recorded.modules[version]
    .map((name) => `LoadModule ${name}_module modules/mod_${name}.so\n`)
    .join('');
  const starts: number[] = [];
  for (const { place, text: lines } of rows) {
    starts.push(text.length);
    text += `${AROUND[place][0]}${lines}\n${AROUND[place][1]}`;
  }
  const { model, reader } = memoryTree({
    'conf/httpd.conf': `ServerRoot /srv\nDocumentRoot /srv/htdocs\n${text}`,
    'conf/mime.types': 'text/html html\n',
  });
  const head = model.main.file.source.text.length - text.length;
  const { refused, unreadable } = askTree(model, reader, version, plainRequest('/'));
  const at = [
    ...unreadable.map(({ offset, message }) => ({ offset, message })),
    ...refused.map(({ line, message }) => ({ offset: line.node?.span.start ?? 0, message })),
  ];
  return starts.map((start, i) => {
    const [from, to] = [start + head, (starts[i + 1] ?? text.length) + head];
    return at.find(({ offset }) => offset >= from && offset < to)?.message ?? null;
  });
}

describe.each(['2.2', '2.4'] as const)('%s', (version) => {
  const all = rowsOf(version);
  const alone = all.filter(isOwnText);
  const single = all.filter((row) => !isOwnText(row));
  const said = [...saidOf(version, single), ...alone.flatMap((row) => saidOf(version, [row]))];
  const rows = [...single, ...alone];

  test('there is something to ask', () => {
    expect(rows.length).toBeGreaterThan(3_000);
  });

  test('no line is said to be refused that is taken', () => {
    const wrong = rows.flatMap(({ isTaken, text }, i) =>
      isTaken && said[i] !== null ? [`${text}: ${said[i]}`] : [],
    );
    expect(wrong).toEqual([]);
  });

  test('what is refused is told', () => {
    const untold = rows.flatMap(({ isTaken, text }, i) => (!isTaken && said[i] === null ? [text] : []));
    expect(untold.filter((text) => !UNTOLD.some((pattern) => pattern.test(text)))).toEqual([]);
  });
});

/** What may be read as something else beside other lines. */
function isOwnText({ text }: Row): boolean {
  return /^<|\n/.test(text) || /^(?:Define|UnDefine|LoadFile|LoadModule|Include|Error)\b/i.test(text);
}

/** What hangs on files, on what the server was built with and on its modules, and what has no say in who gets in. */
const UNTOLD: readonly RegExp[] = [
  /^(?:RemoteIP|DeflateI)/,
  // Files and folders, what the TLS library has, and which modules keep caches.
  /^SSL\w*(?:File|Path|Cache) |^SSL(?:Compression|CryptoDevice|OpenSSLConfCmd|Require|VHostSNIPolicy)\b/,
  // What an earlier line has of a worker counts, methods of balancers are of modules, and a pattern may put in anything.
  /^ProxyPass(?:Match)? .*(?:nofoo=1|http.*timeout=0|keepalive=1|lbmethod=\w+|\$1|balancer:x|:x\/)$|^ProxyPass ~ \(/,
  // Which lines stand around it.
  /^ProxySet(?: [^=]*$| \S+:\/\/\S+ \w+=|$)|^<Proxy [^]*=|^ProxyErrorOverride (?:off )?\d/,
  /^Proxy(?:SourceAddress|Remote .*\[)/,
  /^<If(?:Define|Directive|File|Module|Section|Version)\b/,
  /^RewriteMap (?:m dbm\b|m (?:\w+:)?\/|\/)|^RewriteMap m foo:/,
  // What one PCRE reads and another does not.
  /^Rewrite(?:Rule|Cond %\{X\}) (?:\\|\(\?<|\(a\)\\2)/,
  new RegExp(
    `^(?:${names(`
  AcceptMutex AddOutputFilterByType AllowMethods AuthBasicFake AuthBasicUseDigestAlgorithm AuthDigestNonceFormat
  AuthDigestQop AuthDigestShmemSize AuthFormLoginRequiredLocation AuthFormLoginSuccessLocation AuthFormLogoutLocation
  AuthFormProvider AuthName AuthType AuthnCacheSOCache BalancerMember CGIMapExtension
  CGIScriptTimeout CGIVar CustomLog Dav DefaultRuntimeDir DeflateAlterETag DeflateFilterNote DocumentRoot
  EnableExceptionHook Error ErrorLogFormat ExtFilterDefine FilterProtocol
  FilterProvider FilterTrace FlushMaxPipelined FlushMaxThreshold GlobalLog GprofDir KeptBodySize
  ListenCoresBucketsRatio ListenTCPDeferAccept LogFormat MaxSpareThreads MinSpareThreads Mutex
  NameVirtualHost ReadBufferSize RegexDefaultOptions ScriptInterpreterSource
  SessionExpiryUpdateInterval StartThreads Suexec ThreadLimit ThreadStackSize ThreadsPerChild`).join(
      '|',
    )})\\b`,
  ),
];

function names(text: string): string[] {
  return text.trim().split(/\s+/);
}

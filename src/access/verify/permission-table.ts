import { OPTION, OPTION_WORDS } from '../../catalog/index.ts';
import type { Version } from '../sections/worlds.ts';

/**
 * A setting beside the access rules and the address map. It is compared if it decides what a client who gets in may do (write, have programs
 * run, list, leave the folder, be answered from a cache), or whose word is taken for who a client or a backend is. What is only sent
 * (headers, pages, types), how (protocols, ciphers, limits) and what is logged is not.
 */
export interface Permission {
  /**
   * `last`: an inner line replaces the outer one. `flags`: words with a sign change what is around, others replace it. `words`: each word
   * behind the first counts for itself, beside what is around. `lines`: each line counts, beside what is around.
   */
  readonly kind: 'last' | 'flags' | 'words' | 'lines';
  /** The value of a server of that version where no line says it. */
  readonly unset?: Readonly<Record<Version, string>>;
  /** What depends on it. */
  readonly effect: string;
  /** Its first argument is a path; otherwise case does not count. */
  readonly isPath?: true;
  /** It counts only beside one of these. */
  readonly beside?: readonly string[];
  /** Only what AFTER has more, or less, is a difference: the rest takes something away from clients. */
  readonly only?: 'gained' | 'lost';
}

const RUNS = 'what is run as a program, or answered by a module, depends on it';
const BELIEVED = 'which client certificates are believed depends on it';
const PEERS = 'which certificates of other servers are believed depends on it';
const NAMES = 'whom programs and backends take the client for depends on it';
const SENT_ON = 'where requests for a backend go, or what it is told of the client, depends on it';
const CACHED = 'a cache answers without asking the access rules';
const DAV = 'what WebDAV clients may do depends on it';

const last = (effect: string, unset?: string): Permission => ({
  kind: 'last',
  effect,
  ...(unset === undefined ? {} : { unset: { '2.2': unset, '2.4': unset } }),
});
const file = (effect: string): Permission => ({ kind: 'last', effect, isPath: true });
const lines = (effect: string): Permission => ({ kind: 'lines', effect });

/** `SSLProxyCheckPeer...` are off in 2.2 and on in 2.4 (modules/ssl/ssl_engine_config.c). */
const peerCheck: Permission = {
  kind: 'last',
  effect: PEERS,
  unset: { '2.2': 'off', '2.4': 'on' },
  beside: ['sslproxyengine'],
};

/** 2.2 asks the lists that it has for the whole chain, 2.4 asks none unless told to (ssl_init_ctx_crl, ssl_engine_init.c). */
const revocationCheck = (prefix: string, effect: string): Permission => ({
  kind: 'last',
  effect,
  unset: { '2.2': 'chain', '2.4': 'none' },
  beside: [`${prefix}carevocationfile`, `${prefix}carevocationpath`],
});

/** By lower-case name. */
export const PERMISSIONS: Readonly<Record<string, Permission>> = {
  options: {
    kind: 'flags',
    unset: { '2.2': 'All', '2.4': 'FollowSymLinks' },
    effect: 'what is run, listed or reached through links depends on it',
  },
  dav: last(DAV, 'off'),
  davdepthinfinity: last(DAV, 'off'),
  sethandler: last(RUNS, 'none'),
  addhandler: { kind: 'words', effect: RUNS },
  removehandler: { kind: 'lines', effect: RUNS },
  action: lines(RUNS),
  script: lines(RUNS),
  scriptalias: lines(RUNS),
  scriptaliasmatch: lines(RUNS),
  virtualscriptalias: lines(RUNS),
  virtualscriptaliasip: lines(RUNS),
  xbithack: last(RUNS, 'off'),
  extfilterdefine: lines(RUNS),
  suexecusergroup: last('as whom programs run depends on it'),
  cgipassauth: last('whether programs are told passwords depends on it', 'off'),
  sslengine: last('whether certificates are asked for at all depends on it', 'off'),
  sslcacertificatefile: file(BELIEVED),
  sslcacertificatepath: file(BELIEVED),
  sslcadnrequestfile: file(BELIEVED),
  sslcadnrequestpath: file(BELIEVED),
  sslcarevocationfile: file(BELIEVED),
  sslcarevocationpath: file(BELIEVED),
  sslcarevocationcheck: revocationCheck('ssl', BELIEVED),
  sslverifydepth: last(BELIEVED, '1'),
  sslocspenable: last(BELIEVED, 'off'),
  sslsrpverifierfile: file(BELIEVED),
  sslstrictsnivhostcheck: last(
    'whether a client reaches another virtual host than it named in TLS depends on it',
    'off',
  ),
  ssloptions: { kind: 'flags', unset: { '2.2': '', '2.4': '' }, effect: NAMES },
  sslusername: last(NAMES),
  sslproxyengine: last(PEERS, 'off'),
  sslproxyverify: last(PEERS, 'none'),
  sslproxyverifydepth: last(PEERS, '1'),
  sslproxycacertificatefile: file(PEERS),
  sslproxycacertificatepath: file(PEERS),
  sslproxycarevocationfile: file(PEERS),
  sslproxycarevocationpath: file(PEERS),
  sslproxycarevocationcheck: revocationCheck('sslproxy', PEERS),
  sslproxycheckpeercn: peerCheck,
  sslproxycheckpeername: peerCheck,
  sslproxycheckpeerexpire: peerCheck,
  sslproxymachinecertificatefile: file('as whom this server logs in to a backend depends on it'),
  sslproxymachinecertificatepath: file('as whom this server logs in to a backend depends on it'),
  ldaptrustedglobalcert: lines(PEERS),
  ldaptrustedmode: last(PEERS),
  ldapverifyservercert: last(PEERS, 'on'),
  authbasicfake: lines(NAMES),
  authformfakebasicauth: last(NAMES, 'off'),
  requestheader: lines(SENT_ON),
  proxypreservehost: last(SENT_ON, 'off'),
  proxyaddheaders: last(SENT_ON, 'on'),
  proxyfcgisetenvif: lines(SENT_ON),
  balancermember: lines(SENT_ON),
  proxyremote: lines(SENT_ON),
  proxyremotematch: lines(SENT_ON),
  allowconnect: lines('to which ports clients of the proxy are connected depends on it'),
  cacheenable: { ...lines(CACHED), only: 'gained' },
  cachedisable: { ...lines(CACHED), only: 'lost' },
  cachequickhandler: { ...last(CACHED, 'on'), beside: ['cacheenable'] },
  cachestoreprivate: last(CACHED, 'off'),
  directoryslash: last(
    'whether a folder that is asked for without a slash is listed, or leads to its index page, depends on it',
    'on',
  ),
  directoryindexredirect: last('whether an index page is sent at once or by a redirect depends on it', 'off'),
  checkspelling: last('whether a misspelt address leads to the file that was meant depends on it', 'off'),
  allowencodedslashes: last('whether addresses with %2F are answered depends on it', 'off'),
};

/** In the order in which they are told. */
const OPTION_NAMES: readonly (readonly [bit: number, name: string])[] = [
  [OPTION.indexes, 'Indexes'],
  [OPTION.includes, 'Includes'],
  [OPTION.includesExec, 'Includes with exec'],
  [OPTION.followSymLinks, 'FollowSymLinks'],
  [OPTION.followOwner, 'SymLinksIfOwnerMatch'],
  [OPTION.execCgi, 'ExecCGI'],
  [OPTION.multiViews, 'MultiViews'],
];

function optionNames(bits: number): string[] {
  return OPTION_NAMES.flatMap(([bit, name]) => ((bits & bit) === 0 ? [] : [name]));
}

/** What each word of a line with flags turns on (server/core.c, set_options; ssl_cmd_SSLOptions). Others change nothing that is compared. */
export const FLAGS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  options: Object.fromEntries([...OPTION_WORDS].map(([word, bits]) => [word, optionNames(bits)])),
  ssloptions: { fakebasicauth: ['FakeBasicAuth'], strictrequire: ['StrictRequire'] },
};

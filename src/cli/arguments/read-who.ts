import { isIP } from 'node:net';
import type { GivenRequest, WhoCommand } from '../command.ts';
import { rejectConflicts } from './conflicts.ts';
import {
  choiceOption,
  repeatedOption,
  textOption,
  UsageError,
  words,
  readTarget,
  readTerminal,
} from './given-options.ts';
import type { GivenOptions } from './given-options.ts';
import { credentialsIn } from './authorization.ts';
import { readClient } from './read-requests.ts';
import { readDefines, readBothEnvironments, readMaps, readTemplate } from './read-reading.ts';

/** The who command of what yargs understood. @throws UsageError */
export function readWho(given: GivenOptions): WhoCommand {
  rejectConflicts(given);
  const tree = textOption(given, 'tree');
  if (tree === null) throw new UsageError('which configuration? Give --tree PATH, such as --tree /etc/httpd');
  const { path, query, host, port } = readAddress(addressOf(given));
  const arrival = readArrival(textOption(given, 'address'));
  const client = textOption(given, 'client');
  const headers = readHeaders(repeatedOption(given, 'header'));
  const user = textOption(given, 'user');
  const { environment, env } = readBothEnvironments(given);
  return {
    name: 'who',
    tree,
    path,
    request: {
      query,
      host: readHost(textOption(given, 'host')) ?? host,
      port: arrival.port ?? port,
      serverAddress: arrival.address,
      client: client === null ? null : readClient(client),
      clientName: textOption(given, 'client-name'),
      ...(user === null ? credentialsIn(headers?.get('authorization')) : { user, scheme: null }),
      groups: repeatedOption(given, 'group') ?? [],
      method: readMethod(textOption(given, 'method') ?? 'GET'),
      protocol: readProtocol(given),
      env,
    },
    environment,
    headers,
    readAs: choiceOption(given, 'as', ['2.2', '2.4']),
    target: readTarget(given),
    httpd: textOption(given, 'httpd'),
    defines: readDefines(given),
    modules: textOption(given, 'modules'),
    serverRoot: textOption(given, 'server-root'),
    maps: readMaps(given),
    ...readTemplate(given),
    format: choiceOption(given, 'format', ['text', 'json']) ?? 'text',
    terminal: readTerminal(given),
  };
}

function addressOf(given: GivenOptions): string {
  const [address, more] = words(given, 'who');
  if (address === undefined || address === '') {
    throw new UsageError('who needs a URL-PATH, such as /private/ or http://www.example.com/private/');
  }
  if (more !== undefined) throw new UsageError(`who takes one URL-PATH, not ${address} and ${more}`);
  return address;
}

/** `/path?query`, a whole URL, or `*`. */
function readAddress(text: string): Pick<WhoCommand, 'path'> & Pick<GivenRequest, 'query' | 'host' | 'port'> {
  const [, scheme, host, port, rest = ''] =
    /^(https?):\/\/(\[[^\]]*\]|[^/:?#]*)(?::(\d+))?([/?].*)?$/is.exec(text) ?? [];
  const address = scheme === undefined ? text : rest.startsWith('/') ? rest : `/${rest}`;
  if (address === '*') return { path: '*', query: '', host: null, port: null };
  if (!address.startsWith('/'))
    throw new UsageError(`a URL-PATH starts with /, or is a whole http:// URL, or *: not ${text}`);
  const [path = '/', query = ''] = address.replace(/#.*$/s, '').split(/\?(.*)/s);
  const usual = scheme === undefined ? null : scheme.toLowerCase() === 'https' ? 443 : 80;
  return {
    path,
    query,
    host: host === undefined || host === '' ? null : host,
    port: port === undefined ? usual : Number(port),
  };
}

/** To a Host header that is no name either server answers 400 (`fix_hostname`, server/vhost.c). @throws UsageError */
function readHost(text: string | null): string | null {
  if (text === null || /^\[[^\]]*\]$/.test(text) || !/[\s:/%]|\.\./.test(text)) return text;
  throw new UsageError(
    `--host takes a name without a port, such as www.example.com, not ${text}: the port goes into the URL, or into --address :8080`,
  );
}

/** Where the request arrives: `192.0.2.1`, `192.0.2.1:8080`, `[::1]:80`, `:8080`. */
function readArrival(text: string | null): { address: string | null; port: number | null } {
  if (text === null) return { address: null, port: null };
  const isBare = isIP(text) === 6;
  const [, bracketed, plain = bracketed ?? '', digits] =
    (isBare ? null : /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(text)) ?? [];
  const address = isBare ? text : plain;
  const port = digits === undefined ? null : Number(digits);
  const isPortAlone = address === '' && port !== null;
  if ((!isPortAlone && isIP(address) === 0) || (port !== null && port > 65_535)) {
    throw new UsageError(
      `--address takes where the request arrives, such as 192.0.2.1, 192.0.2.1:8080 or :8080, not ${text}`,
    );
  }
  return { address: isPortAlone ? null : address.toLowerCase(), port };
}

function readProtocol(given: GivenOptions): GivenRequest['protocol'] {
  const version = choiceOption(given, 'http', ['1.0', '1.1']);
  return version === null ? null : `HTTP/${version}`;
}

/** Those of one name are one with commas, as for the servers. @throws UsageError */
function readHeaders(lines: readonly string[] | null): ReadonlyMap<string, string> | null {
  if (lines === null) return null;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):\s*([^\0-\x08\n-\x1f\x7f]*)$/.exec(line) ?? [];
    if (name === undefined) throw new UsageError(`--header takes 'Name: value', not ${line}`);
    const before = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

/** A token, as RFC 9110 has it (5.6.2): `get` is another method than GET. @throws UsageError */
function readMethod(word: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(word)) return word;
  throw new UsageError(`--method takes the name of a method, such as GET or POST, not ${word}`);
}

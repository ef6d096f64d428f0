// What a request names its server, and what the server calls itself (`ap_get_server_name`, `ap_get_server_port`, server/core.c).
import { askedName, nameIn, serverNameOf } from '../hosts/host-names.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import { clientNet } from './known-atoms.ts';
import type { RequestTree, ServerFacts } from './request-tree.ts';
import { lastWord } from './server-lines.ts';

/** The Host header as clients send it: with the port, where that is not the usual one. Null: not known. */
export function hostHeader({ host, port, headers }: ConcreteRequest): string | null {
  const given = headers.get('host');
  if (given !== undefined || host === null || host === '') return given ?? host;
  return isUsual(port) ? host : `${host}:${port}`;
}

/** The name that the Host header gives the server (`r->hostname`): '' where there is no header, null where that is not known. */
export function hostname({ host }: Pick<ConcreteRequest, 'host'>): string | null {
  return host === null ? null : askedName(host);
}

/** A Host header, without its port if that is one, to which the servers answer 400 (`fix_hostname`, server/vhost.c); more under `HttpProtocolOptions Strict`, the default. */
export function isMalformedHost(
  host: string,
  lines: ServerFacts['lines'],
  { version, isSince }: Pick<RequestTree, 'version' | 'isSince'>,
): boolean {
  if (host.startsWith('[')) return !isIpv6(host.slice(1, -1));
  const port = Number(/:(\d+)$/.exec(host)?.[1] ?? 80);
  if (/[/\\]|\.\.|^:\d+$/.test(host) || port < 1 || port > 65_535) return true;
  const isStrict =
    (version === '2.2' || isSince(25)) && protocolOption(lines, ['unsafe', 'strict']) !== 'unsafe';
  return isStrict && host !== '' && !isStrictName(host.replace(/\.$/, ''), isSince(34));
}

/** What access rules take no net of, an IPv4 address written as one of IPv6, is a name, too. */
function isIpv6(text: string): boolean {
  return clientNet(text.replace(/^::ffff:(?=[\d.]+$)/i, '::'))?.family === 6;
}

/** Which of the words the last HttpProtocolOptions has that has one of them; lower case. */
export function protocolOption(lines: ServerFacts['lines'], words: readonly string[]): string | undefined {
  const options = [...lines.inherited('httpprotocoloptions'), ...lines.own('httpprotocoloptions')];
  return options
    .flatMap(({ args }) => args.map((arg) => arg.toLowerCase()))
    .findLast((word) => words.includes(word));
}

/** `strict_hostname_check`: four numbers without zeros before them, or a name whose last part does not begin with a digit. */
function isStrictName(host: string, mayHaveUnderscores: boolean): boolean {
  if (!(mayHaveUnderscores ? /^[\w.-]*$/ : /^[a-z\d.-]*$/i).test(host)) return false;
  if (!/^[\d.]*$/.test(host)) return !/\.[^a-z.][^.]*$/i.test(host);
  return /^\d+(?:\.\d*){3}$/.test(host) && !/(?:^|\.)0\d/.test(host);
}

function isUsual(port: number | null): boolean {
  return port === null || port === 80 || port === 443;
}

/** `on` or `off`; null where the client may ask for TLS after it has connected. */
export function speaksTls(lines: ServerFacts['lines']): string | null {
  const word = lastWord(lines, 'sslengine') ?? 'off';
  return word === 'on' || word === 'off' ? word : null;
}

/** By whether the server speaks TLS. */
const USUAL_PORTS: Readonly<Record<string, string>> = { on: '443', off: '80' };

/** `%{SERVER_NAME}`; null where the server looks it up, or does not say it. */
export function serverName(
  request: Pick<ConcreteRequest, 'host'>,
  { server, lines }: Pick<ServerFacts, 'server' | 'lines'>,
): string | null {
  const canonical = lastWord(lines, 'usecanonicalname') ?? 'off';
  const asked = hostname(request);
  if (canonical === 'off' && asked !== '') return asked;
  const name = canonical === 'dns' ? undefined : serverNameOf(server);
  return name === undefined ? null : nameIn(name);
}

/** `%{SERVER_PORT}`; null where it is not known. */
export function serverPort(
  request: ConcreteRequest,
  { server, lines }: Pick<ServerFacts, 'server' | 'lines'>,
): string | null {
  const { port } = request;
  const isByRequest = lastWord(lines, 'usecanonicalname') !== 'on';
  const sent = /:(\d+)$/.exec(hostHeader(request) ?? '')?.[1];
  if (isByRequest && sent !== undefined) return sent;
  const arrived = port === null ? null : String(port);
  if (isByRequest && lastWord(lines, 'usecanonicalphysicalport') === 'on') return arrived;
  const own = portIn(serverNameOf(server)) ?? (server.kind === 'virtualhost' ? portIn(server.args[0]) : null);
  // A host takes over what the main server has said by then.
  const isTakenOver = portIn(lines.inherited('servername').at(-1)?.args[0]) !== null;
  const usual = USUAL_PORTS[speaksTls(lines) ?? ''] ?? null;
  return own ?? (isTakenOver ? null : isUsual(port) ? arrived : usual);
}

function portIn(text = ''): string | null {
  return /:(\d+)$/.exec(text)?.[1] ?? null;
}

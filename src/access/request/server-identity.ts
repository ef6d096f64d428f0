// What a request names its server, and what the server calls itself (`ap_get_server_name`, `ap_get_server_port`, server/core.c).
import { nameIn, serverNameOf } from '../hosts/host-names.ts';
import type { ConcreteRequest } from './concrete-request.ts';
import type { ServerFacts } from './request-tree.ts';
import { lastWord } from './server-lines.ts';

/** The Host header as clients send it: with the port, where that is not the usual one. Null: not known. */
export function hostHeader({ host, port, headers }: ConcreteRequest): string | null {
  const given = headers.get('host');
  if (given !== undefined || host === null || host === '') return given ?? host;
  return isUsual(port) ? host : `${host}:${port}`;
}

function isUsual(port: number | null): boolean {
  return port === null || port === 80 || port === 443;
}

/** `on` or `off`; null where the client may ask for TLS after it has connected. */
export function speaksTls(lines: ServerFacts['lines']): string | null {
  const said = lastWord(lines, 'sslengine') ?? 'off';
  return said === 'on' || said === 'off' ? said : null;
}

/** By whether the server speaks TLS. */
const USUAL_PORTS: Readonly<Record<string, string>> = { on: '443', off: '80' };

/** `%{SERVER_NAME}`; null where the server looks it up, or does not say it. */
export function serverName(
  { host }: Pick<ConcreteRequest, 'host'>,
  { server, lines }: Pick<ServerFacts, 'server' | 'lines'>,
): string | null {
  const canonical = lastWord(lines, 'usecanonicalname') ?? 'off';
  if (canonical === 'off') return host;
  const name = canonical === 'on' ? serverNameOf(server) : undefined;
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

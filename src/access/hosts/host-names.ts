import type { Scope } from '../../model/index.ts';

/** ServerName and the ServerAlias words, lower case; patterns among them. */
export function namesOf(host: Scope): string[] {
  return host.items.flatMap((item) => {
    if (item.type !== 'occurrence') return [];
    if (item.name === 'servername') return [nameIn(item.args[0] ?? '')];
    return item.name === 'serveralias' ? item.args.map((alias) => alias.toLowerCase()) : [];
  });
}

/** What the host's ServerName line says, as written. */
export function serverNameOf(host: Scope): string | undefined {
  return host.items.findLast(({ name }) => name === 'servername')?.args[0];
}

/** What the server is called where something is told of its requests; null for the main server. */
export function calledHost(server: Scope): string | null {
  return server.kind === 'virtualhost' ? (serverNameOf(server) ?? server.args.join(' ')) : null;
}

/** The name of a ServerName line: without scheme and port, lower case. */
export function nameIn(serverName: string): string {
  return serverName
    .toLowerCase()
    .replace(/^\w+:\/\//, '')
    .replace(/:\d+$/, '');
}

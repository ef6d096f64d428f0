import type { ConcreteRequest } from '../../access/index.ts';
import { shellWords } from '../../text/index.ts';

/** Stands for the server that is tried; a person puts its name or address there. */
const SERVER = 'SERVER';

/** The request as a command line for curl, with what curl cannot say as a comment after it. */
export function curlLine(request: ConcreteRequest): string {
  const { method, host, port, path, query, user, headers } = request;
  const name = host ?? SERVER;
  const at = port === null ? '' : `:${port}`;
  const address = `http://${name}${at}${encodePath(path)}${query === '' ? '' : `?${query}`}`;
  const words = [
    'curl',
    ...(method === 'HEAD' ? ['-I'] : ['-i']),
    ...(method === 'GET' || method === 'HEAD' ? [] : ['-X', method]),
    ...(host === null ? [] : ['--resolve', `${host}:${port ?? 80}:${SERVER}`]),
    ...(user === null ? [] : ['-u', `${user}:PASSWORD`]),
    ...[...headers].flatMap(([header, value]) => ['-H', `${header}: ${value}`]),
    ...(/\/\.{1,2}(?:\/|$)|\/\//.test(path) ? ['--path-as-is'] : []),
    address,
  ];
  const notes = notesOf(request);
  return `${shellWords(words)}${notes.length === 0 ? '' : `  # ${notes.join(', ')}`}`;
}

function notesOf({ client, serverAddress, clientName, env, groups, headers }: ConcreteRequest): string[] {
  const isFromItself = client !== null && client === serverAddress;
  return [
    ...(client === null
      ? []
      : [isFromItself ? `on the server itself, from and to ${client}` : `from ${client}`]),
    ...(clientName === null || clientName === '' ? [] : [`whose name is ${clientName}`]),
    ...(groups.length === 0 ? [] : [`a user in ${groups.join(', ')}`]),
    ...(env.length === 0 || headers.size > 0 ? [] : [`with ${env.join(', ')} set`]),
  ];
}

/** Bytes of the path that no URL has as they are; what is escaped stays so. */
function encodePath(path: string): string {
  return path.replace(
    /%(?![\da-f]{2})|[^\w\-.~!$&'()*+,;=:@/%]/gi,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

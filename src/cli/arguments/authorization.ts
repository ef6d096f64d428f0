import type { GivenRequest } from '../command.ts';

/** Who an Authorization header says that the client is. */
export function credentialsIn(header = ''): Pick<GivenRequest, 'user' | 'scheme'> {
  const [, name = '', rest = ''] = /^\s*([a-z]+)\s+(.*)$/is.exec(header) ?? [];
  switch (name.toLowerCase()) {
    case 'basic':
      return {
        user: /^(.*?):/s.exec(Buffer.from(rest, 'base64').toString('latin1'))?.[1] ?? null,
        scheme: 'basic',
      };
    case 'digest':
      return {
        user: /\busername="((?:\\.|[^"\\])*)"/.exec(rest)?.[1]?.replace(/\\(.)/g, '$1') ?? null,
        scheme: 'digest',
      };
    default:
      return { user: null, scheme: null };
  }
}

import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';

export interface TlsQuestion {
  readonly port: number;
  readonly path: string;
  /** Whose certificate is shown: NAME.pem and NAME.key of the folder. */
  readonly as?: string;
  /** Of an earlier answer, to be resumed. */
  readonly session?: Buffer;
}

export interface TlsAnswer {
  /** 0 where the connection is refused. */
  readonly status: number;
  readonly body: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly isResumed: boolean;
  readonly session: Buffer | undefined;
}

const REFUSED: TlsAnswer = { status: 0, body: '', headers: {}, isResumed: false, session: undefined };

/** A client of a folder of certificates, with TLS 1.2, which is the latest that 2.2 knew. */
export function tlsClient(certificates: string): (question: TlsQuestion) => Promise<TlsAnswer> {
  const read = (name: string): Buffer => readFileSync(join(certificates, name));
  return ({ port, path, as, session }) =>
    new Promise((resolve) => {
      const own = as === undefined ? {} : { cert: read(`${as}.pem`), key: read(`${as}.key`) };
      const options = { host: '127.0.0.1', port, path, agent: false, ca: read('ca.pem'), session, ...own };
      const sent = request({ ...options, maxVersion: 'TLSv1.2' }, (response) => {
        const socket = response.socket as TLSSocket;
        const { statusCode: status = 0, headers } = response;
        const isResumed = socket.isSessionReused();
        let body = '';
        response.setEncoding('latin1').on('data', (data: string) => (body += data));
        response.on('error', () => resolve(REFUSED));
        response.on('end', () => resolve({ status, headers, body, isResumed, session: socket.getSession() }));
      });
      sent.on('error', () => resolve(REFUSED)).end();
    });
}

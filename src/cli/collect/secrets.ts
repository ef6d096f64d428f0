import type { ServerModel, TreeReader } from '../../model/index.ts';
import { walkOccurrences } from '../../model/index.ts';

/** Directives that name keys and certificates: SSLCertificateKeyFile, SSLProxyMachineCertificatePath ... */
const OF_KEYS =
  /^(?:ssl\w*(?:certificate|revocation)\w*(?:file|path)|ssl\w*keyfile|ldaptrusted\w+|sslopensslconfcmd)$/;

/** The files that the configuration names as keys and certificates. */
export function secretsOf(model: ServerModel, placed: (path: string) => string): ReadonlySet<string> {
  const lines = [...walkOccurrences(model.main)].filter(({ name }) => OF_KEYS.test(name));
  return new Set(lines.flatMap(({ args }) => args.map(placed)));
}

const BY_NAME =
  /\.(?:key|pem|crt|cer|der|p12|pfx|jks|csr|so(?:\.\d+)*)$|(?:^|\/)(?:shadow|gshadow|krb5\.keytab)-?$/i;

/** Whether a file is a key, a certificate or a module by its name, or holds a key: it is not needed, and not to be copied about. */
export function isSecret(path: string, reader: TreeReader): boolean {
  if (BY_NAME.test(path)) return true;
  if (reader.kindOf(path) !== 'file') return false;
  return /-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)-----/.test(reader.readStart(path, 4096) ?? '');
}

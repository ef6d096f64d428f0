import type { TreesComparison } from '../../access/index.ts';

/** What a comparison is about, and what it says nothing of. */
export interface VerifyScope {
  readonly compared: readonly string[];
  readonly notCompared: readonly string[];
}

export function verifyScope(
  { notes }: Pick<TreesComparison, 'notes'>,
  isPart: boolean,
  hasLog: boolean,
): VerifyScope {
  const count = (code: TreesComparison['notes'][number]['code']): number =>
    notes.filter((note) => note.code === code && note.level === 'difference').length;
  const isUndecided = count('undecided') > 0;
  const marked = count('not-read') + count('placeholder') + count('unknown-directive');
  return {
    compared: [
      ...(isUndecided ? [] : ['access rules']),
      'lines that refuse, guard or lead requests ([F], Redirect, SSLRequire, Alias, ProxyPass ...)',
      'what clients may do and which certificates are believed (Options, Dav, handlers, SSLCACertificateFile ...)',
      ...(hasLog ? ['requests of the log'] : []),
    ],
    notCompared: [
      ...(isUndecided ? ['access rules'] : []),
      'what is sent (headers, pages, those of ErrorDocument), and how (TLS protocols and ciphers, limits)',
      'what .htaccess files may say that are yet to be written (AllowOverride)',
      'third-party modules',
      'what modules do that neither answer nor guard (logs, caches)',
      ...(isPart ? ['the configuration around these parts'] : []),
      ...(marked > 0 ? ['what is marked ! above'] : []),
    ],
  };
}

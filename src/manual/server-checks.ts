import type { ContractRow } from '../catalog/index.ts';

/** A test that asks a real 2.4 server, and the rows of the upgrade guide whose effect it sees there. */
export interface ServerCheck {
  /** From the project's folder. */
  readonly test: string;
  /** What the server is asked, for a reader of the table. */
  readonly asks: string;
  readonly rows: readonly string[];
}

/** Rows of these kinds change text, which must be accepted. */
const REWRITING: ReadonlySet<ContractRow['does']> = new Set(['rewrite', 'insert', 'remove', 'pin']);

const ACCEPTED: Omit<ServerCheck, 'rows'> = {
  test: '__tests__/transforms/whole-tree.test.ts',
  asks: 'accepts all cases',
};

/** Beyond being accepted: the server is started, and answers or logs as 2.2 did. */
export const serverChecks: readonly ServerCheck[] = [
  {
    test: '__tests__/migrate/rows-on-server.test.ts',
    asks: 'answers or logs as 2.2.34 did',
    rows: [
      'cache-enable-forward-proxy',
      'default-allow-override',
      'default-file-etag',
      'filter-provider-expression',
      'keepalive-on-off',
      'module-cache-disk',
      'module-lbmethod',
      'moved-add-output-filter-by-type',
      'piped-logs-shell',
      'remove-dumpio-loglevel',
      'remove-extfilter-debuglevel',
      'remove-name-virtual-host',
      'rewrite-log',
      'scgi-path-info',
      'ssi-legacy-expr',
    ],
  },
  {
    test: '__tests__/migrate/tls.test.ts',
    asks: 'with clients and backends that have certificates',
    rows: [
      'default-ssl-proxy-check-peer-cn',
      'default-ssl-proxy-check-peer-expire',
      'mutex-family',
      'remove-sslv2',
      'ssl-crl-check',
      'ssl-legacy-dn',
    ],
  },
  {
    test: '__tests__/access/oracle/directory.test.ts',
    asks: 'with an OpenLDAP server and SQLite: lets in whom 2.2.34 did',
    rows: ['ldap-trusted-client-cert', 'moved-authn-provider-alias', 'remove-authzldapauthoritative'],
  },
  {
    test: '__tests__/access/oracle/replay.test.ts',
    asks: 'lets in whom 2.2.34 did',
    rows: [
      'access-host-module',
      'access-strategy-require',
      'authz-dbm-group',
      'eq-allow-all',
      'eq-deny-all',
      'msg-couldnt-check-user',
      'msg-invalid-require',
      'remove-authzdbmauthoritative',
      'remove-authzgroupfileauthoritative',
      'remove-authzownerauthoritative',
      'remove-authzuserauthoritative',
    ],
  },
  {
    test: '__tests__/needs/real-server.test.ts',
    asks: 'starts with what is loaded',
    rows: ['module-commented-out', 'msg-invalid-user'],
  },
];

/** How a real 2.4 server shows the row; [] for what no server can show. */
export function serverChecksOf({ id, does }: ContractRow): readonly Omit<ServerCheck, 'rows'>[] {
  const seen = serverChecks.filter(({ rows }) => rows.includes(id));
  return REWRITING.has(does) ? [...seen, ACCEPTED] : seen;
}

import type { Scenario } from './scenario.ts';

/** What stands in the section of a folder, and perhaps in one inside of it, or in its .htaccess file. */
interface HalfMigrated {
  readonly rules: string;
  readonly inner?: string;
  readonly htaccess?: string;
}

const LOGIN = 'AuthType Basic\nAuthName x\nAuthUserFile conf/htpasswd\nAuthGroupFile conf/htgroup\n';

/** Lines of 2.4 with old ones beside them, by the folder that they are for. */
const TREES: Readonly<Record<string, HalfMigrated>> = {
  granted: { rules: 'Order deny,allow\nDeny from all\nAllow from 127.10.0.0/16\nRequire all granted' },
  denied: { rules: 'Order allow,deny\nAllow from all\nRequire all denied' },
  anyBeside: {
    rules: `${LOGIN}<RequireAny>\nRequire user alice\nRequire ip 127.10\n</RequireAny>\nOrder deny,allow\nDeny from all\nAllow from 127.20`,
  },
  allBeside: {
    rules: `${LOGIN}<RequireAll>\nRequire valid-user\nRequire not ip 127.20.0.7\n</RequireAll>\nOrder allow,deny\nAllow from all\nDeny from 127.10`,
  },
  noneInside: {
    rules:
      '<RequireAll>\nRequire all granted\n<RequireNone>\nRequire ip 127.20\n</RequireNone>\n</RequireAll>\nOrder allow,deny\nAllow from 127',
  },
  satisfyAny: {
    rules: `${LOGIN}Require user alice\nOrder deny,allow\nDeny from all\nAllow from 127.10\nSatisfy any`,
  },
  satisfyAlone: { rules: `${LOGIN}Require user alice\nSatisfy any` },
  satisfyBelow: {
    rules: 'Order deny,allow\nDeny from all\nAllow from 127.10\nRequire all granted',
    inner: `${LOGIN}Require user alice\nSatisfy any`,
  },
  hostBelowRequire: {
    rules: `${LOGIN}Require user alice`,
    inner: 'Order deny,allow\nDeny from all\nAllow from 127.10',
  },
  requireBelowHost: {
    rules: 'Order deny,allow\nDeny from all\nAllow from 127.10 127.20',
    inner: 'Require ip 127.20',
  },
  grantedBelowHost: { rules: 'Order allow,deny\nDeny from all', inner: 'Require all granted' },
  hostBelowDenied: { rules: 'Require all denied', inner: 'Order allow,deny\nAllow from all' },
  hostWipesSatisfy: {
    rules: `${LOGIN}Require user alice\nOrder allow,deny\nDeny from all\nSatisfy any`,
    inner: 'Order deny,allow\nDeny from 127.20',
  },
  mergedAnd: {
    rules: 'Require ip 127.10 127.20',
    inner: `${LOGIN}AuthMerging And\nRequire user alice\nOrder allow,deny\nAllow from 127.10`,
  },
  mergedOr: {
    rules: 'Require ip 127.10',
    inner: `${LOGIN}AuthMerging Or\nRequire user alice\nOrder allow,deny\nAllow from all\nDeny from 127.20`,
  },
  mergedOff: { rules: 'Require all denied', inner: 'AuthMerging Off\nOrder deny,allow\nDeny from 127.20' },
  limitedHost: {
    rules: 'Require all granted\n<Limit POST>\nOrder deny,allow\nDeny from all\nAllow from 127.10\n</Limit>',
  },
  limitedRequire: {
    rules: `${LOGIN}<Limit POST>\n<RequireAny>\nRequire user alice\n</RequireAny>\n</Limit>\nOrder allow,deny\nAllow from 127.10 127.20`,
  },
  exceptGet: {
    rules: `${LOGIN}<LimitExcept GET>\nRequire valid-user\n</LimitExcept>\nOrder allow,deny\nAllow from all\nDeny from 127.20`,
  },
  variable: { rules: 'Require env GO\nOrder allow,deny\nAllow from env=!GO' },
  notVariable: {
    rules:
      'Order deny,allow\nDeny from env=GO\n<RequireAll>\nRequire all granted\nRequire not ip 127.20\n</RequireAll>',
  },
  expression: {
    rules: `Require expr "%{REQUEST_METHOD} == 'GET'"\nOrder allow,deny\nAllow from 127.10`,
  },
  mutualFailure: { rules: 'Order mutual-failure\nAllow from 127.10 127.20\nRequire method GET' },
  inHtaccess: {
    rules: 'AllowOverride All\nRequire all granted',
    htaccess: 'Order deny,allow\nDeny from all\nAllow from 127.10\nRequire ip 127',
  },
  htaccessBelowHost: {
    rules: 'AllowOverride All\nOrder deny,allow\nDeny from all\nAllow from 127.10',
    htaccess: `${LOGIN}Require user alice`,
  },
  guarded: {
    rules:
      '<IfModule mod_authz_core.c>\nRequire ip 127.10 127.20\n</IfModule>\n<IfModule !mod_authz_core.c>\nOrder allow,deny\nAllow from 127.10 127.20\n</IfModule>\nDeny from 127.20',
  },
};

const MODULES =
  'mpm_prefork authz_core authz_host authz_user authz_groupfile authn_core authn_file auth_basic dir mime alias setenvif access_compat'.split(
    ' ',
  );

/** All of these as one server, with a request of each kind for each folder. */
export function halfMigratedServer(): Scenario {
  const entries = Object.entries(TREES);
  const lines = [
    'ServerRoot "@ROOT@"\nPidFile logs/httpd.pid\nListen 127.0.0.1:@PORT@\nServerName localhost\nUser www-data\nGroup www-data',
    ...MODULES.map((name) => `LoadModule ${name}_module modules/mod_${name}.so`),
    'DocumentRoot "@ROOT@/htdocs"\nTypesConfig conf/mime.types\nErrorLog logs/error_log\nSetEnvIf X-Go . GO',
    '<Directory />\nAllowOverride None\n</Directory>',
    ...entries.map(([folder, { rules }]) => sectionOf(folder, rules)),
    ...entries.flatMap(([folder, { inner }]) =>
      inner === undefined ? [] : [sectionOf(`${folder}/inner`, inner)],
    ),
  ];
  const pages = entries.flatMap(([folder, { htaccess }]) => [
    [`htdocs/${folder}/inner/x.html`, 'x\n'],
    ...(htaccess === undefined ? [] : [[`htdocs/${folder}/inner/.htaccess`, `${htaccess}\n`]]),
  ]);
  return {
    id: 'half-migrated',
    about: 'Trees that were migrated in part.',
    files: {
      'conf/httpd.conf': `${lines.join('\n')}\n`,
      'conf/mime.types': 'text/html html\n',
      'conf/htpasswd': 'alice:{SHA}FQpBHZu4RRrubnlC1tEoIAu1FrQ=\nbob:{SHA}FQpBHZu4RRrubnlC1tEoIAu1FrQ=\n',
      'conf/htgroup': 'staff: alice\n',
      ...Object.fromEntries(pages),
    },
    requests: Object.keys(TREES).flatMap(requestsFor),
    observed22: { responses: [] },
  };
}

function sectionOf(folder: string, rules: string): string {
  return `<Directory "@ROOT@/htdocs/${folder}">\n${rules}\n</Directory>`;
}

function requestsFor(folder: string): Scenario['requests'] {
  const users = [{}, { user: 'alice', password: 'alicepw' }, { user: 'bob', password: 'alicepw' }];
  return ['127.0.0.1', '127.10.2.3', '127.20.0.7'].flatMap((client) =>
    users.flatMap((user) =>
      ['GET', 'POST'].flatMap((method) =>
        [{}, { 'X-Go': '1' }].map((headers) => {
          return { method, path: `/${folder}/inner/x.html`, client, headers, ...user };
        }),
      ),
    ),
  );
}

export const HALF_MIGRATED = Object.keys(TREES);

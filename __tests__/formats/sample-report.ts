import type { FileReport, ReportData, TreeReport } from '../../src/formats/index.ts';
import { gatherTree, verdictOf } from '../../src/formats/index.ts';
import type { Migration } from '../../src/migrate/index.ts';
import { migrate } from '../../src/migrate/index.ts';
import { createMemoryReader } from '../../src/model/index.ts';
import { targetProfile } from '../../src/target/index.ts';

const TARGET = { name: 'stock', version: '2.4.71', why: '' };

/** The migration of a server of these files, whole. */
export function migrationOf(
  files: Readonly<Record<string, string>>,
  path = '/etc/httpd/httpd.conf',
): Migration {
  const options = {
    access: 'require',
    semantics: 'contract',
    apply: 'safe',
    only: null,
    skip: [],
    defines: [],
  } as const;
  const request = { path, options: { ...options, target: targetProfile('stock') } };
  const migration = migrate(request, createMemoryReader(files));
  if ('code' in migration) throw new Error(migration.message);
  return migration;
}

export function treeOf(migration: Migration, path = '/etc/httpd'): TreeReport {
  return gatherTree({ path, migration, target: TARGET }, (file) => file);
}

export function reportOf(trees: readonly TreeReport[], failure: string | null = null): ReportData {
  const hasErrors = trees.some(({ counts }) => counts.error > 0);
  const isRefused = trees.some(({ refused }) => refused.length > 0);
  const exitCode = failure !== null ? 2 : isRefused ? 4 : hasErrors ? 3 : 0;
  return {
    tool: { name: 'httpd-codemod', version: '0.0.0' },
    made: '2026-11-22T20:00:00.000Z',
    command: 'httpd-codemod /etc/httpd',
    mode: 'show',
    exitCode,
    verdict: verdictOf(trees, exitCode, failure),
    trees,
    failure,
  };
}

/** A small server with something of each kind to tell. */
export const SERVER: Readonly<Record<string, string>> = {
  '/etc/httpd/httpd.conf': [
    'ServerRoot "/etc/httpd"',
    'Listen 80',
    'MaxClients 150',
    'DefaultType text/plain',
    'DocumentRoot /srv/www',
    '<Directory />',
    '  AllowOverride None',
    '  Order deny,allow',
    '  Deny from all',
    '</Directory>',
    '<Directory /srv/www>',
    '  Order allow,deny',
    '  Allow from 192.0.2.0/24',
    '</Directory>',
    '<Location /status>',
    '  Order deny,allow',
    '  Deny from all',
    '  Allow from 127.0.0.1',
    '</Location>',
    'Include conf.d/*.conf',
    '',
  ].join('\n'),
  '/etc/httpd/conf.d/a.conf': 'MaxRequestsPerChild 1000\nRewriteLog logs/rewrite\n',
  '/srv/www/index.html': '',
};

/** So many files that change, each as large as those of hosts are. */
export function manyFiles(count: number): FileReport[] {
  return Array.from({ length: count }, (_, at) => ({
    path: `/etc/httpd/sites/host-${at}.conf`,
    realPath: `/etc/httpd/sites/host-${at}.conf`,
    newPath: `/etc/httpd/sites/host-${at}.conf`,
    renamedBy: null,
    isNew: false,
    added: 2,
    removed: 3,
    hunks: [
      {
        oldStart: 3,
        newStart: 3,
        lines: [
          ` DocumentRoot /srv/www/host-${at}`,
          ` <Directory /srv/www/host-${at}>`,
          '-  Options -Indexes FollowSymLinks',
          '-  Order allow,deny',
          `-  Allow from 10.0.${at % 200}.0/24`,
          '+  Options FollowSymLinks',
          `+  Require ip 10.0.${at % 200}.0/24`,
          ' </Directory>',
        ],
        reasons: [{ rule: 'convert-access-control', title: 'Write the access rules as Require' }],
      },
    ],
    edits: [],
  }));
}

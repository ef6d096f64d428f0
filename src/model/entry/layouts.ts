import { posix } from 'node:path';
import type { LayoutName } from '../types.ts';

/** Where a distribution's 2.2 package has its files. */
export interface Layout {
  readonly name: Exclude<LayoutName, 'fragment'>;
  /** Where the main file lies, usually first; more than one path where links or releases make it so. */
  readonly entries: readonly string[];
  /** What ServerRoot is there: the packaged main file's line, or the build's default; the first one if none is stated. */
  readonly roots: readonly string[];
  /** The shell file, from the main file's folder, that the start script takes -D names from, and its variable. */
  readonly options: {
    readonly path: string;
    readonly variable: string;
    readonly style: 'flags' | 'names';
  } | null;
  /** The variable of that shell file that names the binary of 2.2 or its MPM, and the MPM where it is not set. */
  readonly mpm?: { readonly variable: string; readonly ofUnset: string | null };
  /** The shell file, from the main file's folder, that sets variables for the server; null: the one of the options. */
  readonly environment: string | null;
}

/**
 * From the packages: Debian apache2.2-common 2.2.22, CentOS httpd-2.2.15, openSUSE apache2-2.2.17, Gentoo www-servers/apache-2.2.34, FreeBSD
 * www/apache22, macOS 10.6 to 10.9; upstream from config.layout and docs/conf/httpd.conf.in of 2.2.34.
 */
const LAYOUTS: readonly Layout[] = [
  {
    name: 'debian',
    entries: ['/etc/apache2/apache2.conf'],
    roots: ['/etc/apache2'],
    options: { path: 'envvars', variable: 'APACHE_ARGUMENTS', style: 'flags' },
    environment: 'envvars',
  },
  {
    name: 'rhel',
    entries: ['/etc/httpd/conf/httpd.conf'],
    roots: ['/etc/httpd'],
    options: { path: '../../sysconfig/httpd', variable: 'OPTIONS', style: 'flags' },
    // /usr/sbin/httpd has prefork; httpd.worker, and in RHEL 6 httpd.event, lie beside it.
    mpm: { variable: 'HTTPD', ofUnset: 'prefork' },
    environment: null,
  },
  {
    name: 'suse',
    entries: ['/etc/apache2/httpd.conf'],
    roots: ['/srv/www'],
    options: { path: '../sysconfig/apache2', variable: 'APACHE_SERVER_FLAGS', style: 'names' },
    mpm: { variable: 'APACHE_MPM', ofUnset: null },
    environment: null,
  },
  {
    name: 'gentoo',
    entries: ['/etc/apache2/httpd.conf'],
    roots: ['/usr/lib/apache2', '/usr/lib64/apache2', '/usr/lib32/apache2', '/usr'],
    options: { path: '../conf.d/apache2', variable: 'APACHE2_OPTS', style: 'flags' },
    environment: null,
  },
  {
    name: 'freebsd',
    entries: [22, 2, 20, 21, 24].map((release) => `/usr/local/etc/apache${release}/httpd.conf`),
    roots: ['/usr/local'],
    options: null,
    environment: null,
  },
  {
    name: 'macos',
    entries: ['/private/etc/apache2/httpd.conf', '/etc/apache2/httpd.conf'],
    roots: ['/usr'],
    options: null,
    environment: null,
  },
  {
    name: 'upstream',
    entries: ['/usr/local/apache2/conf/httpd.conf'],
    roots: ['/usr/local/apache2'],
    options: null,
    environment: '../bin/envvars',
  },
];

/**
 * Packages of httpd as its project lays it out, with the main file outside of ServerRoot: Slackware, Alpine (APKBUILD of main/apache2), Solaris 11
 * (web/server/apache-22), pkgsrc (www/apache22).
 */
const UPSTREAM_ELSEWHERE: readonly { readonly entry: string; readonly root: string }[] = [
  { entry: '/etc/httpd/httpd.conf', root: '/usr' },
  { entry: '/etc/apache2/httpd.conf', root: '/var/www' },
  { entry: '/etc/apache2/2.2/httpd.conf', root: '/usr/apache2/2.2' },
  { entry: '/usr/pkg/etc/httpd/httpd.conf', root: '/usr/pkg' },
];

/** Whether a package or a build puts its main file there. */
export function isUsualEntry(path: string): boolean {
  return (
    LAYOUTS.some(({ entries }) => entries.includes(path)) ||
    UPSTREAM_ELSEWHERE.some(({ entry }) => entry === path)
  );
}

/** Where packages with that ServerRoot, or one that ends in theirs (an image's), have the main file: those of the layout first. */
export function usualEntries(statedRoot: string, layout: LayoutName): readonly string[] {
  const ofLayouts = LAYOUTS.flatMap(({ name, entries, roots }) => {
    const root = roots.find((each) => statedRoot.endsWith(each));
    return root === undefined ? [] : [{ name, entries, root }];
  });
  const elsewhere = UPSTREAM_ELSEWHERE.filter(({ root }) => statedRoot.endsWith(root)).map(
    ({ entry, root }) => ({ name: 'upstream' as const, entries: [entry], root }),
  );
  return [...ofLayouts, ...elsewhere]
    .toSorted((a, b) => Number(b.name === layout) - Number(a.name === layout))
    .flatMap(({ entries, root }) => {
      const base = statedRoot.slice(0, statedRoot.length - root.length);
      return entries.map((entry) => posix.join(base || '/', entry));
    });
}

export function layoutNamed(name: LayoutName): Layout | null {
  return LAYOUTS.find((layout) => layout.name === name) ?? null;
}

/** The file of a package's system that says which names httpd is started with; null where there is none. */
export function startFileOf(name: LayoutName): string | null {
  if (name === 'freebsd') return '/etc/rc.conf';
  const layout = layoutNamed(name);
  const [entry] = layout?.entries ?? [];
  return entry && layout?.options ? posix.join(posix.dirname(entry), layout.options.path) : null;
}

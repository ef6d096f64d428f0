import { expect, test } from '@jest/globals';
import { readDefineFlags, readShellSettings } from '../../src/model/entry/shell-settings.ts';

test('reads the assignments of a shell file without running it', () => {
  const settings = readShellSettings(`# envvars
unset HOME
if [ "\${APACHE_CONFDIR##/etc/apache2-}" != "\${APACHE_CONFDIR}" ] ; then
	SUFFIX="-\${APACHE_CONFDIR##/etc/apache2-}"
else
	SUFFIX=
fi
export APACHE_RUN_USER=www-data # who
export APACHE_PID_FILE=/var/run/apache2$SUFFIX.pid
export APACHE_LOG_DIR="/var/log/apache2\${SUFFIX}"
export LANG=C
export ULIMIT='ulimit -n 8192'
export DATE=\`date\`
NOW="$(rm -rf /)"
LYNX=\${LYNX:-www-browser -dump}
PORT=80; rm -rf /
JOINED=a"b c"'d'\\
e
`);
  expect(Object.fromEntries(settings)).toEqual({
    SUFFIX: '',
    APACHE_RUN_USER: 'www-data',
    APACHE_PID_FILE: '/var/run/apache2.pid',
    APACHE_LOG_DIR: '/var/log/apache2',
    LANG: 'C',
    ULIMIT: 'ulimit -n 8192',
    LYNX: 'www-browser -dump',
    PORT: '80',
    JOINED: 'ab cde',
  });
});

test.each([
  ['-D SSL -DINFO -k start', ['SSL', 'INFO']],
  ['-d /srv -f x', []],
  ['', []],
])('the -D names of %j', (options, names) => {
  expect(readDefineFlags(options)).toEqual(names);
});

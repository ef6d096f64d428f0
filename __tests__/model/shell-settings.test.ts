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
  ['[ -f /etc/x ] && export NET=all'],
  ['test -f /etc/x || NET=all'],
  ['if [ -f /etc/x ]; then NET=all; fi'],
  ['case $1 in a) NET=all ;; esac'],
  ['if [ -f /etc/x ]\nthen NET=all\nfi'],
  ['unset NET'],
  ['unset A NET'],
])('a value that another line may change is not known: %j', (line) => {
  const before = 'export NET=10.0.0.0/8\n';
  expect(readShellSettings(`${before}${line}\n`).has('NET')).toBe(false);
  expect(readShellSettings(`${before}${line}\nNET=10.0.0.1\n`).get('NET')).toBe('10.0.0.1');
  expect(readShellSettings(`${before}${line.replaceAll('NET', 'OTHER')}\n`).get('NET')).toBe('10.0.0.0/8');
});

test.each([
  ['[ -f /etc/x ] && NET=10.0.0.0/8'],
  ['ARGS="-a; NET=all"'],
  ['# or NET=all'],
  ['X=1; # NET=all'],
])('what says the same, or is no assignment, changes nothing: %s', (line) => {
  expect(readShellSettings(`NET=10.0.0.0/8\n${line}\n`).get('NET')).toBe('10.0.0.0/8');
});

test.each([
  ['-D SSL -DINFO -k start', ['SSL', 'INFO']],
  ['-d /srv -f x', []],
  ['', []],
])('the -D names of %j', (options, names) => {
  expect(readDefineFlags(options)).toEqual(names);
});

test.each([
  ['OPTS="-D X -DY"', ['X', 'Y']],
  ['OPTS="-D X\n  -D Y\n-DZ" # and more\n', ['X', 'Y', 'Z']],
  ["OPTS='-D X\n-D Y'\nOTHER=1", ['X', 'Y']],
  ['OPTS="-D X"\nOPTS+=" -D Y"', ['X', 'Y']],
  ['OPTS="-D X"\nexport OPTS+=\' -DY\'\n', ['X', 'Y']],
  ['# don\'t\nOPTS="-D X" # it\'s\n# "\nOPTS="$OPTS -D Y"\n', ['X', 'Y']],
])('options may go on over lines, and be added to: %j', (text, names) => {
  expect(readDefineFlags(readShellSettings(text).get('OPTS') ?? '')).toEqual(names);
});

test('what is added to an unknown value, or only perhaps, is not known', () => {
  expect(readShellSettings('OPTS+=" -D Y"\n').get('OPTS')).toBeUndefined();
  expect(readShellSettings('OPTS="-D X"\n[ -f /x ] && OPTS+=" -D Y"\n').get('OPTS')).toBeUndefined();
});

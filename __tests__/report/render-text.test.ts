import { describe, expect, test } from '@jest/globals';
import { renderText, wrapWords } from '../../src/report/index.ts';
import { MAIN, migrated } from '../migrate/migrated.ts';
import { finding, PLAIN, sampleMigration } from './sample.ts';

const text = (findings: Parameters<typeof sampleMigration>[0], style = {}) =>
  renderText(sampleMigration(findings), { ...PLAIN, ...style });

describe('renderText', () => {
  test('says what was read and for which 2.4, what changes, then what is to be done, most urgent first', () => {
    const findings = [
      finding({ message: 'Look.', span: { start: 90, end: 91 }, position: { line: 7, column: 3 } }),
      finding({ path: '/y.conf', level: 'error', message: 'Worse.' }),
      finding({ span: null, position: null, level: 'info', message: 'Of the whole file.' }),
      finding({ path: '/w.conf', level: 'info', transform: 'other-rule', message: 'Of a line.' }),
    ];
    expect(text(findings, { target: 'httpd 2.4.6.' })).toBe(
      [
        'Read 1 file of /x.conf, for httpd 2.4.6.',
        '1 of 1 file changes, in 1 place:',
        '  by rule: rename-max-clients',
        'Not proven: the access rules were not compared.',
        'For you to decide: 1',
        '/y.conf:1:1 error some-rule: Worse.',
        'To check by hand: 1',
        '/x.conf:7:3 warning some-rule: Look.',
        'Good to know: 2 notes (other-rule, some-rule): --verbose lists them',
        '',
      ].join('\n'),
    );
  });

  test('names the one file that was read without a server around it', () => {
    const path = '/srv/www/.htaccess';
    const migration = migrated({ [path]: 'Deny from all\n' }, {}, path);
    expect(renderText(migration, { ...PLAIN, target: 'httpd 2.4.6.' })).toContain(
      `Read 1 file of ${path}, for`,
    );
  });

  test('leaves what a safe fix has settled to the diff, unless it is verbose', () => {
    const done = finding({ level: 'info', applied: true, applicability: 'safe', fixTitle: 'Do it' });
    expect(text([done])).not.toContain('Something is so.');
    expect(text([done], { verbose: true })).toContain(
      'Settled: 1\n/x.conf:1:1 info some-rule: Something is so. [done: Do it]\n',
    );
  });

  test('lists what was written and is a warning, or was asked for by no line', () => {
    const done = finding({ applied: true, applicability: 'safe', fixTitle: 'Do it' });
    const shown = 'Changes worth knowing: 1\n/x.conf:1:1';
    expect(text([done])).toContain(`${shown} warning some-rule: Something is so. [done: Do it]\n`);
    // What it is, is enough where nobody need look after it.
    const told = text([{ ...done, level: 'info', isListed: true }]);
    expect(told).toContain(
      `Changes worth knowing: 1 (--verbose says more)\n/x.conf:1:1 info some-rule: Do it\n`,
    );
  });

  test('says which fixes wait, and for what', () => {
    const waiting = finding({ applicability: 'review', fixTitle: 'Pin the old default' });
    expect(text([waiting])).toContain('[held back: Pin the old default; --apply review does it]\n');
    expect(text([{ ...waiting, level: 'info' }])).toContain(
      'Held back (--apply review writes it): 1\n/x.conf:1:1 info some-rule: Something is so. [held back: Pin the old default]\n',
    );
  });

  test('on a screen says what to do once for each kind of finding, and less of warnings where there are many', () => {
    const advice = 'It is so. Do that.';
    const errors = ['One thing is so. Do that.', 'Another thing is so here. Do that.'].map((message) =>
      finding({ level: 'error', message }),
    );
    const screen = { width: 80 };
    expect(text(errors, screen)).toContain('One thing is so. Do that.\n');
    expect(text(errors, screen)).toContain('Another thing is so here.\n');
    expect(text(errors)).toContain('Another thing is so here. Do that.\n');
    const warnings = Array.from({ length: 20 }, (_, at) =>
      finding({ transform: `rule-${at}`, message: advice }),
    );
    expect(text(warnings.slice(0, 5), screen)).toContain(advice);
    expect(text(warnings, screen)).not.toContain(advice);
    expect(text(warnings, screen)).toContain('To check by hand: 20 (--verbose says more)');
    expect(text(warnings, { ...screen, verbose: true })).toContain(advice);
    expect(text(warnings)).toContain(advice);
  });

  test('counts the defaults that nobody set in one line', () => {
    const unset = (transform: string) =>
      finding({
        transform,
        level: 'info',
        applicability: 'review',
        fixTitle: 'Write the old one',
        isUnsetDefault: true,
      });
    const findings = [unset('default-limits'), unset('default-limits'), unset('default-file-etag')];
    expect(text(findings)).toContain(
      '3 defaults changed that this tree does not set (default-file-etag, default-limits): --verbose lists them\n',
    );
    expect(text(findings)).not.toContain('Something is so.');
    expect(text(findings, { verbose: true }).match(/Something is so/g)).toHaveLength(3);
    expect(text([{ ...unset('default-limits'), level: 'error' }])).toContain('Something is so.');
  });

  test('says the same thing once, with its places', () => {
    const at = (line: number, path = '/x.conf') =>
      finding({ path, span: { start: line, end: line }, position: { line, column: 1 } });
    const shown = text([at(2), at(4), at(9, '/y.conf')]);
    expect(shown).toContain(
      'To check by hand: 3\n/x.conf:2:1 warning some-rule: Something is so. (also line 4, /y.conf:9:1)\n',
    );
    const many = Array.from({ length: 5000 }, (_, line) => at(line + 1));
    expect(text(many)).toContain('(also line 2, line 3, line 4, line 5 and 4,995 more places)');
    expect(text(many, { verbose: true }).match(/Something is so/g)).toHaveLength(5000);
  });

  test('lists the first of a kind, and counts the others; of errors more', () => {
    const different = (count: number, level: 'error' | 'warning') =>
      Array.from({ length: count }, (_, at) =>
        finding({
          level,
          message: `Directive${at} is known to nobody${' at all'.repeat(at)}. Nobody knows why.`,
        }),
      );
    expect(text(different(2, 'warning')).match(/Nobody knows/g)).toHaveLength(2);
    const shown = text([...different(500, 'warning'), finding({ messageId: 'other', message: 'Another.' })]);
    expect(shown.match(/Nobody knows/g)).toHaveLength(1);
    expect(shown).toContain('    ... and 499 more like this: line 1, ');
    expect(shown).toContain('; --verbose lists them\n');
    expect(shown).toContain('Another.');
    expect(text(different(500, 'error')).match(/Nobody knows/g)).toHaveLength(10);
  });

  test('says of what else the same is so, where it differs in a word', () => {
    const of = (module: string, line: number) =>
      finding({ message: `2.4 has no ${module}, and does not start.`, position: { line, column: 1 } });
    const shown = text([of('x_module', 3), of('y_module', 5), of('z_module', 9)]);
    expect(shown).toContain(
      '/x.conf:3:1 warning some-rule: 2.4 has no x_module, and does not start.\n    the same of y_module (line 5), z_module (line 9)\n',
    );
    const many = Array.from({ length: 9 }, (_, at) => of(`m${at}_module`, at + 1));
    expect(text(many)).toContain('m4_module (line 5) and 4 more; --verbose lists them\n');
    expect(text(many, { verbose: true }).match(/does not start/g)).toHaveLength(9);
  });

  test('says on a terminal what the group says already no second time, and names files from the tree', () => {
    const migration = sampleMigration(
      [finding({ path: '/srv/httpd/conf.d/x.conf' })],
      'MaxClients 5\n',
      '/srv/httpd/x.conf',
    );
    const long = { ...PLAIN, width: 80, target: 'httpd 2.4.6.' };
    expect(renderText(migration, long)).toContain('\nconf.d/x.conf:1 some-rule: Something is so.\n');
    expect(renderText(migration, long)).toContain('Read 1 file of /srv/httpd/x.conf, for');
    expect(renderText(migration, PLAIN)).toContain('\n/srv/httpd/conf.d/x.conf:1:1 warning some-rule: ');
  });

  test('cuts what is done or only good to know to its first sentence', () => {
    const message = 'In 2.2 e.g. this was 1.5 KB. Since 2.4. is. Now it is more.';
    const held = finding({ level: 'info', message, applicability: 'review', fixTitle: 'Write it' });
    expect(text([held])).toContain('some-rule: In 2.2 e.g. this was 1.5 KB. [held back: Write it]\n');
    expect(text([held], { verbose: true })).toContain(message);
  });

  test('takes what is quoted, and what a template puts in, for one word', () => {
    const of = (what: string, line: number) =>
      finding({ message: `${what} is nothing that httpd reads.`, position: { line, column: 1 } });
    const shown = text([of('`{a} Listen 80`', 3), of('`}`', 5), of("<%= node['a'] %>/x.conf", 7)]);
    expect(shown).toContain("    the same of `}` (line 5), <%= node['a'] %>/x.conf (line 7)\n");
  });

  test('says on a screen of what else the same is so, whatever advice it gives for each', () => {
    const of = (module: string, advice: string, line: number) =>
      finding({ message: `${module} comes from others.${advice}`, position: { line, column: 1 } });
    const findings = [of('x_module', '', 3), of('y_module', ' Build it.', 5), of('z_module', ' Try w.', 9)];
    expect(text(findings, { width: 80 })).toContain(
      'x_module comes from others.\n    the same of y_module (line 5), z_module (line 9)\n',
    );
  });

  test('says on a screen each advice of a kind once', () => {
    const of = (message: string) => finding({ level: 'error', message });
    const shown = text(
      [
        of('The home of A_1 is elsewhere. Map it to A_1.'),
        of('The home of B_2 is far. Map it to B_2.'),
        of('The homes are not known. Ask.'),
      ],
      { width: 80 },
    );
    expect(shown).toContain('is elsewhere. Map it to A_1.');
    expect(shown).toContain('is far.\n');
    expect(shown).toContain('Ask.');
  });

  test('on a full screen counts notes, and joins what was done unless the summary names it', () => {
    const done = (fixTitle: string, line: number) =>
      finding({
        level: 'info',
        applied: true,
        isListed: true,
        fixTitle,
        position: { line, column: 1 },
        transform: fixTitle.replaceAll(' ', '-'),
      });
    const warnings = Array.from({ length: 20 }, (_, at) =>
      finding({ transform: `rule-${at}`, message: 'It is so.' }),
    );
    const findings = [
      ...warnings,
      done('Write Options All', 3),
      done('Rename Include', 5),
      finding({ level: 'info' }),
    ];
    const shown = text(findings, { width: 80 });
    expect(shown).toContain('Rename Include (/x.conf:5); Write Options All (line 3).\n');
    expect(shown).toContain('Good to know: 1 note (--verbose)\n');
    const migration = migrated({ [MAIN]: 'ServerRoot /srv/httpd\nListen 80\nSetOutputFilter DEFLATE\n' });
    const told = renderText(
      {
        ...migration,
        findings: [...warnings, done('Write DeflateAlterETag NoChange', 3), done('Rename Include', 5)],
      },
      { ...PLAIN, width: 80 },
    );
    expect(told).toContain('`DeflateAlterETag NoChange`');
    expect(told).not.toContain('Write DeflateAlterETag');
  });

  test('counts symbolic links apart from files', () => {
    const { patchSet, ...migration } = sampleMigration([]);
    const by = { transform: 'load-needed-modules', title: 'Load it' };
    const links = [
      { type: 'link', path: '/mods-enabled/x.load', target: '../mods-available/x.load', by },
    ] as const;
    expect(renderText({ ...migration, patchSet: { ...patchSet, links } }, PLAIN)).toContain(
      '1 of 1 file changes, in 1 place, 1 symlink changed:\n  by rule: load-needed-modules, rename-max-clients\n',
    );
    expect(renderText({ ...migration, patchSet: { files: [], links } }, PLAIN)).toContain(
      '0 of 1 file change, in 0 places, 1 symlink changed:',
    );
  });

  test('quiet leaves errors alone', () => {
    expect(text([finding({}), finding({ level: 'error', fixTitle: 'x' })], { quiet: true })).toBe(
      '/x.conf:1:1 error some-rule: Something is so.\n',
    );
    expect(text([finding({})], { quiet: true })).toBe('');
  });

  test('says of a refused migration what would be answered differently, and not what would change', () => {
    const refused = [
      { path: '/x.conf', position: { line: 1, column: 1 }, message: '2.2 answers 403, 2.4 would not.' },
    ];
    const told = renderText({ ...sampleMigration([]), refused }, PLAIN);
    expect(told).toContain('/x.conf:1:1 refused: 2.2 answers 403, 2.4 would not.\n');
    expect(told).toContain('Refused, nothing is written: 2.4 would answer 1 kind of request differently');
    expect(told).not.toContain('changes');
    const noted = { ...sampleMigration([finding({}), finding({ level: 'info' })]), refused };
    expect(renderText(noted, PLAIN)).toContain('1 note on what is not written: --verbose lists it\n');
  });

  test('shows no byte of a file as a terminal would obey it', () => {
    const evil = finding({
      message: '\u001b[2J \u009b \r\n',
      path: '/\u001b.conf',
      fixTitle: '\u0007',
      applied: true,
    });
    expect(text([evil])).toContain('/^[.conf:1:1 warning some-rule: ^[[2J <9B> ^M^J [done: ^G]\n');
  });

  test('has colours when told, and wraps at the width of a terminal without counting them', () => {
    const told = text([finding({ message: 'word '.repeat(40).trim() })], { color: true, width: 60 });
    expect(told).toContain('\u001b[');
    // eslint-disable-next-line no-control-regex
    const lines = told.replaceAll(/\u001b\[\d+m/g, '').split('\n');
    expect(lines.every((line) => line.length <= 60)).toBe(true);
    expect(lines.filter((line) => /^ {4}word/.test(line))).not.toEqual([]);
  });
});

describe('wrapWords', () => {
  test.each([
    ['a b c', 0, 'a b c'],
    ['aa bb cc', 5, 'aa bb\n  cc'],
    ['a-word-too-long b', 5, 'a-word-too-long\n  b'],
    ['', 5, ''],
    ['    indented words', 12, '    indented\n  words'],
  ])('%j at %d', (line, width, wrapped) => {
    expect(wrapWords(line, width, '  ')).toBe(wrapped);
  });
});

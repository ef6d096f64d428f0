import { describe, expect, test } from '@jest/globals';
import { renderText, wrapWords } from '../../src/report/index.ts';
import { finding, PLAIN, sampleMigration } from './sample.ts';

const text = (findings: Parameters<typeof sampleMigration>[0], style = {}) =>
  renderText(sampleMigration(findings), { ...PLAIN, ...style });

describe('renderText', () => {
  test('has findings by place, one to a line, then the summary', () => {
    const findings = [
      finding({ path: '/y.conf', level: 'error', message: 'Worse.' }),
      finding({ span: { start: 90, end: 91 }, position: { line: 7, column: 3 } }),
      finding({ span: null, position: null, level: 'info', message: 'Of the whole file.' }),
    ];
    expect(text(findings)).toBe(
      [
        '/x.conf info some-rule: Of the whole file.',
        '/x.conf:7:3 warning some-rule: Something is so.',
        '/y.conf:1:1 error some-rule: Worse.',
        '',
        '1 of 1 file changes, in 1 place:',
        '  1  rename-max-clients',
        'Findings: 1 error for you to settle, 1 warning, 1 note.',
        '',
      ].join('\n'),
    );
  });

  test('only counts what a safe fix has settled, unless it is verbose', () => {
    const done = finding({ level: 'info', applied: true, applicability: 'safe', fixTitle: 'Do it' });
    expect(text([done])).not.toContain('Something is so.');
    expect(text([done])).toContain('Findings: 1 note.');
    expect(text([done], { verbose: true })).toContain(
      '/x.conf:1:1 info some-rule: Something is so.\n    fix: Do it\n',
    );
  });

  test('says which fixes wait, and for what', () => {
    const waiting = finding({ applicability: 'review', fixTitle: 'Pin the old default' });
    expect(text([waiting])).toContain('    held back: Pin the old default (--apply review does it)\n');
    expect(text([waiting])).toContain('Held back for review: 1 fix (some-rule); --apply review makes it.');
  });

  test('folds many of a kind, keeps others, and counts all', () => {
    const many = Array.from({ length: 5000 }, (_, at) =>
      finding({
        span: { start: at, end: at },
        position: { line: at + 1, column: 1 },
        path: `/${at % 2}.conf`,
      }),
    );
    const folded = text([...many, finding({ messageId: 'other', message: 'Another kind.' })]);
    expect(folded.match(/Something is so/g)).toHaveLength(3);
    expect(folded).toContain('    ... and 4,997 more like this in 2 files; --verbose lists them\n');
    expect(folded).toContain('Another kind.');
    expect(folded).toContain('Findings: 5,001 warnings.');
    expect(text(many, { verbose: true }).match(/Something is so/g)).toHaveLength(5000);
    expect(text(many.slice(0, 5)).match(/Something is so/g)).toHaveLength(5);
  });

  test('lists what differs in words, up to a point: each may need another hand', () => {
    const different = (count: number) =>
      Array.from({ length: count }, (_, at) => finding({ message: `Nobody knows Directive${at}.` }));
    expect(text(different(12)).match(/Nobody knows/g)).toHaveLength(12);
    expect(text(different(500)).match(/Nobody knows/g)).toHaveLength(20);
    expect(text(different(500))).toContain('... and 480 more like this in 1 file');
  });

  test('counts symbolic links apart from files', () => {
    const { patchSet, ...migration } = sampleMigration([]);
    const by = { transform: 'load-needed-modules', title: 'Load it' };
    const links = [
      { type: 'link', path: '/mods-enabled/x.load', target: '../mods-available/x.load', by },
    ] as const;
    expect(renderText({ ...migration, patchSet: { ...patchSet, links } }, PLAIN)).toContain(
      '1 of 1 file changes, in 1 place, 1 symbolic link made or removed:\n  1  load-needed-modules\n',
    );
    expect(renderText({ ...migration, patchSet: { files: [], links } }, PLAIN)).toContain(
      '0 of 1 file change, in 0 places, 1 symbolic link made or removed:',
    );
  });

  test('quiet leaves errors alone', () => {
    expect(text([finding({}), finding({ level: 'error', fixTitle: 'x' })], { quiet: true })).toBe(
      '/x.conf:1:1 error some-rule: Something is so.\n',
    );
    expect(text([finding({})], { quiet: true })).toBe('');
  });

  test('says of a refused migration what would be answered otherwise, and not what would change', () => {
    const refused = [
      { path: '/x.conf', position: { line: 1, column: 1 }, message: '2.2 answers 403, 2.4 would not.' },
    ];
    const told = renderText({ ...sampleMigration([]), refused }, PLAIN);
    expect(told).toContain('/x.conf:1:1 refused: 2.2 answers 403, 2.4 would not.\n');
    expect(told).toContain(
      'Refused, nothing is written: under 2.4 the result would answer 1 request otherwise',
    );
    expect(told).not.toContain('changes');
  });

  test('shows no byte of a file as a terminal would obey it', () => {
    const evil = finding({
      message: '\u001b[2J \u009b \r\n',
      path: '/\u001b.conf',
      fixTitle: '\u0007',
      applied: true,
    });
    expect(text([evil])).toContain('/^[.conf:1:1 warning some-rule: ^[[2J <9B> ^M^J\n    fix: ^G\n');
  });

  test('has colours when told, and wraps at the width of a terminal without counting them', () => {
    const told = text([finding({ message: 'word '.repeat(40).trim() })], { color: true, width: 60 });
    expect(told).toContain('\u001b[');
    // eslint-disable-next-line no-control-regex
    const lines = told.replaceAll(/\u001b\[\d+m/g, '').split('\n');
    expect(lines.every((line) => line.length <= 60)).toBe(true);
    expect(lines[1]).toMatch(/^ {4}word/);
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

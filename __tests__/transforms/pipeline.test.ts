import { describe, expect, test } from '@jest/globals';
import { migrate } from '../../src/migrate/index.ts';
import type { Migration, MigrateRequest } from '../../src/migrate/index.ts';
import { createMemoryReader, occurrencesOf } from '../../src/model/index.ts';
import { EditConflictError } from '../../src/patch/index.ts';
import { insertBefore, removeNode, renameDirective, setArgument } from '../../src/syntax/index.ts';
import { targetProfile } from '../../src/target/index.ts';
import { chooseTransforms, defineTransform, inFile, placeOf } from '../../src/transform/index.ts';
import type { Applicability, Transform } from '../../src/transform/index.ts';

type Run = Transform['run'];

/** A transform of the tests' own, with one message. */
function makeTransform(id: string, body: Run, stage: Transform['stage'] = 'directives'): Transform {
  const docs = { does: '', why: '', before: '', after: '', undo: '', limits: '', link: '' };
  return defineTransform({
    id,
    title: id,
    stage,
    rows: [],
    applicability: 'safe',
    docs,
    messages: { seen: 'saw {what}' },
    run: body,
  });
}

/** Renames each directive of one name. */
function renaming(from: string, to: string, applicability: Applicability = 'safe'): Run {
  return ({ model, report }) => {
    for (const directive of occurrencesOf(model, from)) {
      const { file, node } = directive;
      const edits = inFile(file, renameDirective(file.document, node, to));
      const fix = { title: `Rename ${from}`, applicability, edits };
      report(placeOf(directive), 'seen', { data: { what: from }, fix });
    }
  };
}

function run(
  files: Record<string, string>,
  transforms: readonly Transform[],
  options: Partial<MigrateRequest['options']> = {},
): Migration {
  const target = targetProfile('stock');
  const all = {
    access: 'require',
    semantics: 'contract',
    apply: 'safe',
    defines: [],
    only: null,
    skip: [],
  } as const;
  const request = {
    path: '/srv/httpd.conf',
    transforms,
    proveAccess: null,
    options: { target, ...all, ...options },
  };
  const migration = migrate(request, createMemoryReader(files));
  if ('code' in migration) throw new Error(migration.message);
  return migration;
}

describe('the order of transforms', () => {
  const transforms = [
    makeTransform('b', () => {}, 'defaults'),
    makeTransform('c', () => {}, 'access'),
    makeTransform('a', () => {}, 'defaults'),
  ];

  test('is by stage, then by id', () => {
    expect(chooseTransforms({ transforms, only: null, skip: [] }).map(({ id }) => id)).toEqual([
      'c',
      'a',
      'b',
    ]);
  });

  test('--only and --skip choose', () => {
    expect(chooseTransforms({ transforms, only: ['a', 'c'], skip: ['c'] }).map(({ id }) => id)).toEqual([
      'a',
    ]);
  });
});

describe('what a transform sees', () => {
  test('is the text that the earlier ones made', () => {
    const transforms = [
      makeTransform('a', renaming('One', 'Two')),
      makeTransform('b', renaming('Two', 'Three')),
    ];
    const { patchSet, findings } = run({ '/srv/httpd.conf': 'One x\nTwo y\n' }, transforms);
    expect(patchSet.files[0]?.after).toBe('Three x\nThree y\n');
    expect(
      patchSet.files[0]?.pieces.flatMap((piece) => (piece.type === 'made' ? [piece.by.length] : [])),
    ).toEqual([2, 1]);
    expect(findings.map(({ transform, position }) => [transform, position?.line])).toEqual([
      ['a', 1],
      ['b', 1],
      ['b', 2],
    ]);
  });

  test('does not move what is said of it: places are those of the original', () => {
    const insert: Run = ({ model, report }) => {
      const [first] = occurrencesOf(model, 'First');
      if (first === undefined) return;
      const edits = inFile(first.file, insertBefore(first.file.document, first.node, ['New 1', 'New 2']));
      report(placeOf(first), 'seen', { fix: { title: 'Insert', applicability: 'safe', edits } });
    };
    const say: Run = ({ model, report }) => {
      for (const name of ['Last', 'New']) {
        for (const found of occurrencesOf(model, name))
          report(placeOf(found), 'seen', { data: { what: name } });
      }
    };
    const { findings } = run({ '/srv/httpd.conf': 'First\n  Last x\n' }, [
      makeTransform('a', insert),
      makeTransform('b', say),
    ]);
    expect(
      findings
        .filter(({ transform }) => transform === 'b')
        .map(({ message, position }) => [message, position]),
    ).toEqual([
      ['saw New', { line: 1, column: 1 }],
      ['saw New', { line: 1, column: 1 }],
      ['saw Last', { line: 2, column: 3 }],
    ]);
  });

  test('includes what the original was written for, though lines of 2.4 were added since', () => {
    const seen: string[] = [];
    const look: Run = ({ writtenFor }) => void seen.push(writtenFor);
    const transforms = [makeTransform('a', renaming('Old', 'MaxRequestWorkers')), makeTransform('b', look)];
    run({ '/srv/httpd.conf': 'Old 5\n' }, transforms);
    run({ '/srv/httpd.conf': 'MaxRequestWorkers 5\n' }, transforms);
    expect(seen).toEqual(['2.2', '2.4']);
  });
});

describe('what a tree was written for', () => {
  const writtenFor = (text: string): string => {
    const seen: string[] = [];
    run({ '/srv/httpd.conf': text }, [makeTransform('a', (context) => void seen.push(context.writtenFor))]);
    return seen.join();
  };
  const deny = '<Directory /srv/a>\nRequire all denied\n</Directory>\n';

  test.each([
    ['a line of 2.4', deny, '2.4'],
    [
      'a line of 2.4 in a guard',
      '<Directory /srv/a>\n<IfModule mod_authz_core.c>\nRequire all denied\n</IfModule>\n</Directory>\n',
      '2.2',
    ],
    ['a guard around a section of 2.4', `<IfModule mod_authz_core.c>\n${deny}</IfModule>\n`, '2.2'],
    ['a section for 2.4 alone', `<IfVersion >= 2.4>\n${deny}</IfVersion>\n`, '2.2'],
    ['a module of 2.4', 'LoadModule authz_core_module modules/mod_authz_core.so\n', '2.4'],
    [
      'a module for 2.4 alone',
      '<IfVersion >= 2.4>\nLoadModule mpm_prefork_module modules/mod_mpm_prefork.so\n</IfVersion>\n',
      '2.2',
    ],
  ])('%s', (_what, text, version) => {
    expect(writtenFor(text)).toBe(version);
  });
});

describe('independent transforms', () => {
  const together = (id: string, from: string, to: string): Transform => {
    return { ...makeTransform(id, renaming(from, to)), isIndependent: true };
  };

  test('come first in their stage, and share one model', () => {
    const transforms = [
      makeTransform('a', renaming('Two', 'Five')),
      together('z', 'One', 'Two'),
      together('y', 'Two', 'Three'),
    ];
    expect(chooseTransforms({ transforms, only: null, skip: [] }).map(({ id }) => id)).toEqual([
      'y',
      'z',
      'a',
    ]);
    const { patchSet } = run({ '/srv/httpd.conf': 'One x\nTwo y\n' }, transforms);
    expect(patchSet.files[0]?.after).toBe('Five x\nThree y\n');
  });

  test('that want the same bytes after all are an error, with both names', () => {
    const transforms = [together('first', 'One', 'Two'), together('second', 'One', 'Three')];
    expect(() => run({ '/srv/httpd.conf': 'One x\n' }, transforms)).toThrow(/first.*second/);
  });
});

describe('which fixes are made', () => {
  const files = { '/srv/httpd.conf': 'One x\n' };

  test.each([
    ['safe', 'safe', true],
    ['review', 'safe', false],
    ['review', 'review', true],
    ['safe', 'review', true],
    ['manual', 'review', false],
  ] as const)('%s with --apply %s: %s', (applicability, apply, isMade) => {
    const transforms = [makeTransform('a', renaming('One', 'Two', applicability))];
    const { patchSet, findings } = run(files, transforms, { apply });
    expect(patchSet.files).toHaveLength(isMade ? 1 : 0);
    expect(findings).toMatchObject([{ applied: isMade, applicability, fixTitle: 'Rename One' }]);
  });

  test('none in a file that the server refuses, which is said', () => {
    const transforms = [makeTransform('a', renaming('One', 'Two'))];
    const { patchSet, findings } = run({ '/srv/httpd.conf': 'One x\n<Directory /srv>\n' }, transforms);
    expect(patchSet.files).toEqual([]);
    expect(findings).toMatchObject([
      { transform: 'a', applied: false },
      { transform: 'syntax', messageId: 'unclosed-section', level: 'error', position: { line: 2 } },
    ]);
    expect(findings[1]?.message).toMatch(/Nothing in this file was changed/);
  });

  test('one fix in two files stands or falls whole', () => {
    const both: Run = ({ model, report }) => {
      const found = occurrencesOf(model, 'One');
      const edits = found.flatMap(({ file, node }) =>
        inFile(file, renameDirective(file.document, node, 'Two')),
      );
      if (found[0] !== undefined)
        report(placeOf(found[0]), 'seen', { fix: { title: 'Both', applicability: 'safe', edits } });
    };
    const broken = { '/srv/httpd.conf': 'One\nInclude /srv/b.conf\n', '/srv/b.conf': 'One\n</Nothing>\n' };
    expect(run(broken, [makeTransform('a', both)]).patchSet.files).toEqual([]);
  });
});

describe('a file that two chains of Includes reach', () => {
  const files = { '/srv/httpd.conf': 'Include /srv/b.conf\nInclude /srv/b.conf\n', '/srv/b.conf': 'One x\n' };

  test('is edited, and spoken of, once', () => {
    const { patchSet, findings } = run(files, [makeTransform('a', renaming('One', 'Two'))]);
    expect(patchSet.files.map(({ after }) => after)).toEqual(['Two x\n']);
    expect(findings).toHaveLength(1);
  });
});

describe('errors of a transform', () => {
  const files = { '/srv/httpd.conf': 'One x\n' };

  test('two fixes that want the same bytes: both are named', () => {
    const clash: Run = ({ model, report }) => {
      for (const found of occurrencesOf(model, 'One')) {
        const { file, node } = found;
        const remove = inFile(file, removeNode(file.document, node));
        const change = inFile(file, setArgument(file.document, node, 0, 'y'));
        report(placeOf(found), 'seen', { fix: { title: 'Remove it', applicability: 'safe', edits: remove } });
        report(placeOf(found), 'seen', { fix: { title: 'Change it', applicability: 'safe', edits: change } });
      }
    };
    expect(() => run(files, [makeTransform('clash', clash)])).toThrow(EditConflictError);
    expect(() => run(files, [makeTransform('clash', clash)])).toThrow(
      /clash \(Remove it.*clash \(Change it/s,
    );
  });

  test('one that throws is named', () => {
    const fail: Run = () => {
      throw new TypeError('oops');
    };
    expect(() => run(files, [makeTransform('unlucky', fail)])).toThrow('transform unlucky failed: oops');
  });
});

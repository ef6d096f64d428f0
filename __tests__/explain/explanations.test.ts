import { describe, expect, test } from '@jest/globals';
import { contractRows, directive22, directive24 } from '../../src/catalog/index.ts';
import { explainTopic, explanations, explanationsOfRow, symptoms } from '../../src/explain/index.ts';
import type { Explanation } from '../../src/explain/index.ts';
import { transforms } from '../../transforms/index.ts';

const keysOf = (topic: string): string[] => explainTopic(topic, transforms).map(({ key }) => key);
const keyOf = ({ id }: Explanation): string => `explanation ${id}`;

test('each row that is only explained has an explanation of its own', () => {
  const missing = contractRows.filter(
    ({ id, does }) => does === 'explain' && explanationsOfRow(id).length === 0,
  );
  // DefaultType's and NameVirtualHost's rows are served by transforms, and explained besides.
  expect(missing.map(({ id }) => id)).toEqual([]);
});

test('no two have the same id, and none has that of a transform', () => {
  const ids = [...explanations, ...symptoms, ...transforms].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('no number of the error log belongs to two', () => {
  const codes = explanations.flatMap((each) => each.codes);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

describe.each(explanations.map((explanation) => [explanation.id, explanation] as const))(
  '%s',
  (id, explanation) => {
    const { rows, directives, codes, messages, words, means, why, does, undo, see } = explanation;

    test('is kebab-case and says everything in whole sentences', () => {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      for (const text of [means, why, does, undo])
        expect(text).toMatch(/^(?:[^a-z ]|[a-z]+_).*[.)]$|^[a-z]+ .*[.)]$/);
    });

    test('names rows, directives, transforms and explanations that exist', () => {
      const known = {
        rows: new Set(contractRows.map((row) => row.id)),
        see: new Set([...transforms, ...explanations].map((each) => each.id)),
      };
      expect(rows.filter((row) => !known.rows.has(row))).toEqual([]);
      expect(see.filter((each) => !known.see.has(each) || each === id)).toEqual([]);
      expect(
        directives.filter((name) => directive22(name)?.name !== name && directive24(name)?.name !== name),
      ).toEqual([]);
      expect(codes.filter((code) => !/^AH\d{5}$/.test(code))).toEqual([]);
    });

    test('is found by its id, its rows and its numbers', () => {
      expect(keysOf(id)).toContain(keyOf(explanation));
      for (const row of rows) {
        if (!transforms.some((transform) => transform.id === row))
          expect(keysOf(row)).toContain(keyOf(explanation));
      }
      for (const code of codes) expect(keysOf(code)).toEqual([keyOf(explanation)]);
    });

    test('is found by each of its messages, whatever the case, and by no other', () => {
      for (const { pattern, examples } of [...messages, ...words]) {
        expect(examples.length).toBeGreaterThan(0);
        for (const example of examples) {
          expect(example).toMatch(pattern);
          expect(keysOf(example)).toContain(keyOf(explanation));
          expect(
            keysOf(example)
              .filter((key) => key.startsWith('explanation '))
              .slice(1),
          ).toEqual([]);
          expect(pattern.flags).toBe('i');
        }
      }
    });
  },
);

describe.each(symptoms.map((symptom) => [symptom.id, symptom] as const))(
  '%s',
  (id, { shape, page, causes }) => {
    test('is found by its id and its words, and by no explanation before it', () => {
      for (const words of [id, ...shape.examples, ...(page?.examples ?? [])]) {
        expect(keysOf(words)).toEqual([`symptom ${id}`]);
      }
      for (const words of shape.examples) expect(words).toMatch(shape.pattern);
    });

    test('leads to transforms and explanations that exist, each once, and says in a sentence when', () => {
      const known = new Set([...transforms, ...explanations].map((each) => each.id));
      expect(causes.filter((cause) => !known.has(cause.id))).toEqual([]);
      expect(new Set(causes.map((cause) => cause.id)).size).toBe(causes.length);
      for (const { title } of causes) expect(title).toMatch(/^(?:\W*[A-Z]|[a-z]+_).*\.$/);
    });
  },
);

test('a status in a line that says more is not taken for the status alone', () => {
  expect(keysOf('502 on a proxied HTTPS host')).toEqual(['explanation sym-502-https-proxy']);
  expect(keysOf('GET /403/ was found')).toEqual([]);
});

test.each([
  'PHP Warning:  include(text.php): failed to open stream in /srv/www/a.php on line 3',
  '[cgi:error] [pid 1] script not found or unable to stat, source /srv/php',
  'a script below /srv/text was not found',
])('a line of a program is not taken for what people say: %s', (line) => {
  expect(keysOf(line)).toEqual([]);
});

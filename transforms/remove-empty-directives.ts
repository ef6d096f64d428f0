import { directive24, directives22 } from '../src/catalog/index.ts';
import { defineTransform, findDirectives, placeOf, removeNode } from '../src/transform/index.ts';

/** Those that take any number of words: ITERATE in the command tables of both versions. */
const LISTS: readonly string[] = directives22()
  .filter(({ name, argumentKind, section }) => {
    return argumentKind === 'ITERATE' && !section && directive24(name)?.argumentKind === 'ITERATE';
  })
  .map(({ name }) => name);

export const removeEmptyDirectives = defineTransform({
  id: 'remove-empty-directives',
  title: 'Remove lists without arguments',
  stage: 'directives',
  rows: [],
  directives: ['PassEnv', 'UnsetEnv', 'IndexIgnore', 'RemoveHandler', 'RemoveType'],
  applicability: 'safe',
  docs: {
    does: 'Takes lines away that name nothing, of directives that take a list of words.',
    why: 'Such a line did nothing in 2.2. 2.4 refuses it: "requires at least one argument" (ITERATE in invoke_cmd, server/config.c).',
    before: 'PassEnv',
    after: '(no line)',
    undo: 'Nothing to undo: 2.4 does not start with the line.',
    limits: 'What a variable holds is not judged.',
    link: 'https://httpd.apache.org/docs/2.4/mod/quickreference.html',
  },
  messages: {
    removed: '2.4 refuses {name} without an argument. In 2.2 the line did nothing.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, ...LISTS)) {
      const { node } = directive;
      const [first] = node.args;
      if (first !== undefined && first.value !== '') continue;
      report(placeOf(directive), 'removed', {
        data: { name: node.name.value },
        fix: {
          title: `Remove ${node.name.value}`,
          applicability: 'safe',
          edits: removeNode(directive),
        },
      });
    }
  },
});

import { directive24, directives22 } from '../src/catalog/index.ts';
import { defineTransform, findDirectives, placeOf, removeArgument } from '../src/transform/index.ts';

/** On or Off in 2.2, and more than that in 2.4. */
const NAMES: readonly string[] = directives22()
  .filter(({ name, argumentKind }) => argumentKind === 'FLAG' && directive24(name) !== null)
  .filter(({ name }) => directive24(name)?.argumentKind !== 'FLAG')
  .map(({ name }) => name);

export const onOffAlone = defineTransform({
  id: 'on-off-alone',
  title: 'Drop words after On and Off that 2.4 would read',
  stage: 'directives',
  rows: [],
  directives: ['ProxyErrorOverride', 'ProxySCGIInternalRedirect'],
  isIndependent: true,
  applicability: 'safe',
  docs: {
    does: 'Drops what follows On or Off after ProxyErrorOverride and ProxySCGIInternalRedirect.',
    why: '2.2 read the first word and ignored the rest (FLAG in invoke_cmd, server/config.c). In 2.4 ProxyErrorOverride takes a list of status codes there, and ProxySCGIInternalRedirect one word: they refuse others.',
    before: 'ProxyErrorOverride On # own pages',
    after: 'ProxyErrorOverride On',
    undo: 'Nothing to undo: 2.4 does not start with the words.',
    limits: 'Only words after On and Off.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_proxy.html#proxyerroroverride',
  },
  messages: {
    dropped: '2.2 ignored what follows {name} {value}; 2.4 does not.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, ...NAMES)) {
      const { node } = directive;
      const [first, ...rest] = node.args;
      if (first === undefined || rest.length === 0 || !/^(?:on|off)$/i.test(first.value)) continue;
      report(placeOf(directive), 'dropped', {
        data: { name: node.name.value, value: first.value },
        fix: {
          title: 'Drop the words',
          applicability: 'safe',
          edits: rest.flatMap((_word, i) => removeArgument(directive, i + 1)),
        },
      });
    }
  },
});

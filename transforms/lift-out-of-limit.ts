import { isLimit } from '../src/model/index.ts';
import { quoteWord } from '../src/syntax/index.ts';
import {
  defineTransform,
  findDirectives,
  groupByNode,
  insertBefore,
  placeOf,
  removeNode,
} from '../src/transform/index.ts';

/** Those that 2.4 refuses in a Limit because it refuses them in some kind of section (ap_check_cmd_context in server/core.c). */
const NAMES = ['MultiviewsMatch', 'ProxyPass', 'ProxyPassMatch', 'ProxyPassReverse'];

export const liftOutOfLimit = defineTransform({
  id: 'lift-out-of-limit',
  title: 'Take lines out of Limit that 2.4 refuses there',
  stage: 'directives',
  rows: [],
  directives: ['MultiviewsMatch', 'Limit'],
  applicability: 'safe',
  refusedAtStart: ['left'],
  docs: {
    does: 'Writes MultiviewsMatch, ProxyPass and ProxyPassReverse lines that stand in a `<Limit>` or `<LimitExcept>` before that section.',
    why: '2.4 refuses them there ("cannot occur within <Limit> or <LimitExcept> section", ap_check_cmd_context in server/core.c). 2.2 took them, for all methods: only access rules are limited.',
    before: '<Directory /srv/www>\n    <Limit GET>\n        MultiviewsMatch Any\n    </Limit>\n</Directory>',
    after: '<Directory /srv/www>\n    MultiviewsMatch Any\n    <Limit GET>\n    </Limit>\n</Directory>',
    undo: 'Nothing to undo: 2.4 does not start with the line in its old place.',
    limits: 'Lines inside guards of their own in a Limit are left, with a finding.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#limit',
  },
  messages: {
    lifted:
      '2.4 refuses {name} in a <{section}>. In 2.2 it applied to all methods; written before the section, it still does.',
    left: '2.4 refuses {name} in a <{section}>. Write it before the section: in 2.2 it applied to all methods.',
  },
  run({ model, report }) {
    for (const [line] of groupByNode(findDirectives(model, ...NAMES))) {
      const { file, node, scope, guards } = line;
      if (!isLimit(scope)) continue;
      const data = { name: node.name.value, section: scope.node?.open.name.value ?? scope.name };
      if (scope.node === null || scope.file !== file || guards.length > 0) {
        report(placeOf(line), 'left', { data, level: 'error' });
        continue;
      }
      const text = [node.name.value, ...node.args.map(({ value }) => quoteWord(value))].join(' ');
      report(placeOf(line), 'lifted', {
        data,
        fix: {
          title: `Write ${data.name} in front of the section`,
          applicability: 'safe',
          edits: [...insertBefore({ file, node: scope.node }, [text]), ...removeNode(line)],
        },
      });
    }
  },
});

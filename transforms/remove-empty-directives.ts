import { directive24, directives22 } from '../src/catalog/index.ts';
import { isLimit, outOfLimits } from '../src/model/index.ts';
import type { Occurrence, Scope } from '../src/model/index.ts';
import {
  defineTransform,
  findDirectives,
  groupByNode,
  placeOf,
  removeNode,
  replaceNode,
} from '../src/transform/index.ts';

/** Those that take any number of words: ITERATE in the command tables of both versions. */
const LISTS = directives22().filter(({ name, argumentKind, section }) => {
  return argumentKind === 'ITERATE' && !section && directive24(name)?.argumentKind === 'ITERATE';
});

/**
 * By modules without a merge function in 2.2: any line of theirs starts the settings of its section anew, one that names nothing, too (their
 * create_dir_config; `ap_set_config_vectors`, server/config.c). The line that says the default of 2.2.
 */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['mod_auth_basic', 'AuthBasicProvider file'],
  ['mod_auth_digest', 'AuthDigestProvider file'],
  ['mod_authn_anon', 'Anonymous_LogEmail On'],
  ['mod_authnz_ldap', 'AuthLDAPGroupAttributeIsDN on'],
]);

const MODULE_OF = new Map(directives22().map(({ name, module }) => [name.toLowerCase(), module]));

export const removeEmptyDirectives = defineTransform({
  id: 'remove-empty-directives',
  title: 'Remove lists without arguments',
  stage: 'directives',
  rows: [],
  directives: ['PassEnv', 'UnsetEnv', 'IndexIgnore', 'RemoveHandler', 'RemoveType'],
  applicability: 'safe',
  docs: {
    does: 'Takes lines away that name nothing, of directives that take a list of words. Where one is the only line of mod_authn_anon, mod_auth_digest or mod_authnz_ldap in a section, or the only AuthBasicProvider, a line with the default of 2.2 takes its place.',
    why: 'Such a line did nothing in 2.2, but that a section with a line of these modules inherits none of their settings. 2.4 refuses it: "requires at least one argument" (ITERATE in invoke_cmd, server/config.c).',
    before: 'PassEnv',
    after: '(no line)',
    undo: 'Nothing to undo: 2.4 does not start with the line.',
    limits: 'What a variable holds is not judged.',
    link: 'https://httpd.apache.org/docs/2.4/mod/quickreference.html',
  },
  messages: {
    removed: '2.4 refuses {name} without an argument. In 2.2 the line did nothing.',
    inherits:
      '2.4 refuses {name} without an argument. In 2.2 the line kept this section from inheriting what is said around it, and now it inherits: write here what is to hold.',
    anew: '2.4 refuses {name} without an argument. In 2.2 the line kept this section from inheriting, and `{wanted}` does so in 2.4.',
  },
  run({ model, writtenFor, report }) {
    const empty = findDirectives(model, ...LISTS.map(({ name }) => name)).filter(isEmpty);
    const isWithoutFiles = model.hasModule22('mod_authn_file.c') === 'no';
    for (const copies of groupByNode(empty)) {
      const [directive] = copies;
      const name = directive.node.name.value;
      const line = DEFAULTS.get(MODULE_OF.get(directive.name) ?? '');
      const isNeeded = line !== undefined && writtenFor !== '2.4' && !copies.every(isDoneBeside);
      // 2.4 does not start with a provider that it has not.
      const wanted = !isNeeded || (isWithoutFiles && line.endsWith('file')) ? null : line;
      report(placeOf(directive), wanted !== null ? 'anew' : isNeeded ? 'inherits' : 'removed', {
        ...(isNeeded && wanted === null ? { level: 'error' as const } : {}),
        data: { name, wanted: wanted ?? '' },
        fix:
          wanted === null
            ? { title: `Remove ${name}`, applicability: 'safe', edits: removeNode(directive) }
            : { title: `Write ${wanted}`, applicability: 'safe', edits: replaceNode(directive, [wanted]) },
      });
    }
  },
});

function isEmpty({ node: { args } }: Occurrence): boolean {
  return args[0] === undefined || args[0].value === '';
}

/** Whether another line of the section does what this one did: of mod_auth_basic, which 2.4 merges word by word, only one of the same name. */
function isDoneBeside({ name, scope, seq }: Occurrence): boolean {
  const module = MODULE_OF.get(name);
  const isAlike = (line: Occurrence): boolean =>
    module === 'mod_auth_basic' ? line.name === name : MODULE_OF.get(line.name) === module;
  return linesIn(outOfLimits(scope)).some(
    (line) => isAlike(line) && line.on24 !== 'no' && (!isEmpty(line) || line.seq < seq),
  );
}

function linesIn(section: Scope): Occurrence[] {
  return section.items.flatMap((item) => {
    if (item.type === 'occurrence') return [item];
    return isLimit(item) ? linesIn(item) : [];
  });
}

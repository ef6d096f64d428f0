import type { OldGuard } from '../src/access/index.ts';
import {
  linesLostWithModules,
  linesThatRefuse,
  loginsOf22,
  oldGuards,
  oneVersionSetters,
  refusedByVersions,
} from '../src/access/index.ts';
import { linesNamed, occurrencesOf, walkOccurrences } from '../src/model/index.ts';
import type { ModelFile, Occurrence, ServerModel } from '../src/model/index.ts';
import { removeNode, unwrapBeside } from '../src/syntax/index.ts';
import type { Section } from '../src/syntax/index.ts';
import { groupBy, lazy } from '../src/text/index.ts';
import type { TextEdit } from '../src/text/index.ts';
import { ACCESS_OF_22, defineTransform, inFile } from '../src/transform/index.ts';

export const clearOldGuards = defineTransform({
  id: 'clear-old-guards',
  title: 'Take guards away that only 2.2 passes, around access rules and lines that refuse',
  stage: 'access',
  // The others read what 2.4 will.
  isFirst: true,
  rows: [],
  directives: ['IfModule', 'IfDefine', 'IfVersion'],
  editsRefused: true,
  applicability: 'safe',
  docs: {
    does: 'Takes away the lines of an `<IfVersion>` or `<IfModule>` that 2.2 passes and 2.4 does not (`< 2.4`, a module that 2.4 does not have) or need not (`!` before a module that only 2.4 has), where sections with access rules stand in it, a login or a line of one (AuthBasicProvider, AuthUserFile), a line that sets a variable for rules, one that names the files of rules (AccessFileName), one that refuses requests by itself (`RewriteRule - [F]`, `Redirect 403`, SSLRequire), or what makes 2.2 answer 500 for a `.htaccess` file. Around lines that lead requests elsewhere (Alias, Redirect, DirectoryIndex) it takes away the guards for modules that 2.4 does not have. `<IfModule !"mod_x.c">` and `<IfDefine !"X">`, where 2.2 took the quotes for a part of the name, go whatever stands in them. What is in it stays, and is converted, or with `--access compat` read by mod_access_compat.',
    why: '2.4 would skip the rules: what they kept shut would be open. A variable that it does not set keeps out those whom rules let in by it, or lets in those whom they kept out.',
    before:
      '<IfVersion < 2.4>\n    <Directory /srv/www>\n        Order allow,deny\n        Deny from all\n    </Directory>\n</IfVersion>',
    after: '<Directory /srv/www>\n    Order allow,deny\n    Deny from all\n</Directory>',
    undo: 'Write the guard around the lines again, for a 2.2 server.',
    limits:
      'A guard with another one for 2.4 right beside it stays: both versions have rules of their own then, which are compared. So does a guard around lines that 2.4 does not know. Inside of a section a guard around access rules is taken away with `--access compat` alone: else they are written anew beside it.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_version.html',
  },
  messages: {
    cleared:
      'Only 2.2 passes this guard, and access rules or lines that refuse requests stand in it: 2.4 would skip them. The guard is taken away, what is in it stays.',
    clearedRefused:
      'Only 2.2 passes this guard, and answers 500 here for what stands in it: 2.4 would skip that, and open the folder. The guard is taken away, what is in it stays and is refused by 2.4, too.',
    clearedQuoted:
      'The quotes are part of the name for 2.2, and nothing is called so: it reads what stands in this guard. 2.4 takes them off, and would skip that. The guard is taken away, what is in it stays.',
    clearedLeading:
      'Only 2.2 has the module that this guard asks for, and lines that lead requests stand in it: 2.4 would skip them. The guard is taken away, what is in it stays.',
  },
  run({ model, options, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const refused = lazy(() => refusedByVersions(model));
    const needed = lazy(() => [
      ...linesNeeded(model, refused()),
      ...(options.access === 'compat' ? linesKept(model) : []),
    ]);
    const ruled = new Set(oldGuards(model, needed).map(({ node }) => node));
    const all = oldGuards(model, () => [...needed(), ...linesLostWithModules(model)]);
    for (const [file, guards] of groupBy(all, (guard) => guard.file)) {
      // What both refuse stays as it is.
      if (refused().byBoth.has(file.path)) continue;
      const quoted = new Set(guards.flatMap(({ node, isQuoted }) => (isQuoted ? [node] : [])));
      for (const { node, edits } of clearings(file, guards)) {
        const ofRules = ruled.has(node) ? 'cleared' : 'clearedLeading';
        const ofContent = refused().by22.has(file.path) ? 'clearedRefused' : ofRules;
        const messageId = quoted.has(node) ? 'clearedQuoted' : ofContent;
        report({ file, span: node.open.span }, messageId, {
          level: 'info',
          fix: { title: 'Take the guard away', applicability: 'safe', edits: inFile(file, edits) },
        });
      }
    }
  },
});

/** What takes each guard away, and what stays unread in it. */
function clearings(
  { document }: ModelFile,
  guards: readonly OldGuard[],
): { readonly node: Section; readonly edits: readonly TextEdit[] }[] {
  const nodes = guards.map(({ node }) => node);
  const dead = new Set(guards.flatMap((guard) => guard.dead));
  const removals = [...dead].map((node) => ({ node, edits: removeNode(document, node) }));
  const removed = removals.flatMap(({ edits }) => edits);
  return unwrapBeside(document, nodes, removed).map((unwrapping, index) => {
    const guard = guards[index]!;
    const own = removals.filter(({ node }) => guards.find((each) => each.dead.includes(node)) === guard);
    return { node: guard.node, edits: [...own.flatMap(({ edits }) => edits), ...unwrapping] };
  });
}

function linesNeeded(model: ServerModel, refused: ReturnType<typeof refusedByVersions>): Occurrence[] {
  const setters = oneVersionSetters(model).filter(({ readBy }) => readBy === '2.2');
  // Without its AccessFileName 2.4 would not open the files in which the rules of folders stand.
  const named = occurrencesOf(model, 'accessfilename');
  return [
    ...setters.map(({ line }) => line),
    ...linesThatRefuse(model),
    ...loginsOf22(model),
    ...named,
    ...linesOf(refused.by22, model),
  ];
}

/** Old lines that stay: nothing writes anew, beside the guard, what they say to the section around it. */
function linesKept(model: ServerModel): Occurrence[] {
  return linesNamed(model, (name) => ACCESS_OF_22.has(name) || name === 'require');
}

/** Without these 2.4 would take the files. */
function linesOf(htaccess: ReadonlySet<string>, model: ServerModel): Occurrence[] {
  const files = model.htaccess.filter(({ scope }) => htaccess.has(scope.file.path));
  return files.flatMap(({ scope }) => walkOccurrences(scope));
}

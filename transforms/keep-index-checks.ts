import { stricterInside } from '../src/access/index.ts';
import { quotedLine } from '../src/model/index.ts';
import type { ServerModel } from '../src/model/index.ts';
import { liveModuleLines, planLoading, showsItsModules } from '../src/needs/index.ts';
import type { Need } from '../src/needs/index.ts';
import { defineTransform, findDirectives, inFile, placeOf, placeOfScope } from '../src/transform/index.ts';

export const keepIndexChecks = defineTransform({
  id: 'keep-index-checks',
  title: 'Have index files asked for, too, where rules are for GET, ask for variables or for the file',
  stage: 'access',
  rows: [],
  directives: ['Limit', 'LimitExcept', 'Allow', 'Deny', 'SSLRequire', 'Require'],
  isIndependent: true,
  isListed: true,
  applicability: 'safe',
  docs: {
    does: 'Loads mod_allowmethods, though nothing uses it, where a `<Limit>` or `<LimitExcept>` keeps somebody out with GET who may come in with another method, and where `Deny from env=` or `Allow from env=` keeps somebody out by a variable that is set, or not, only when an index file, or what a page includes, is looked up, or when a RewriteRule of a folder or a CGI program (by `Location: /...`) has led to another address. So it does for `Require file-owner` and `file-group`, and for an SSLRequire that asks what is another for the index file: `%{REQUEST_URI}`, `%{REQUEST_FILENAME}`, `%{REQUEST_METHOD}`, `%{IS_SUBREQ}`, `%{ENV:...}` and the like.',
    why: 'Of a folder that is asked for by another method than GET the index file is looked up with GET. 2.2 asks the rules of GET for it if a Location applies or if there is no such file, and answers with their refusal. 2.4 leaves that out where the same sections apply to the folder and to the file, but not if a module is loaded that may answer differently for each address (ap_setup_auth_internal, server/request.c): then it asks as 2.2 did. mod_allowmethods is such a module, and does nothing but for its one directive. So it is with variables that SetEnv, a RewriteRule of a folder or the name of the file sets: rules that the folder passed may refuse its index file, or the file that it was rewritten to. A program leads to another address with GET.',
    before:
      'LoadModule dir_module modules/mod_dir.so\n<Location /staff>\n    <Limit GET POST>\n        Require user alice\n    </Limit>\n</Location>',
    after:
      'LoadModule dir_module modules/mod_dir.so\nLoadModule allowmethods_module modules/mod_allowmethods.so\n<Location /staff>\n    <Limit GET POST>\n        Require user alice\n    </Limit>\n</Location>',
    undo: 'Take the line out. OPTIONS of a folder is then answered 200 where it was 401 or 403, PUT and DELETE 405, and a method that is let in where GET is not gets the index file.',
    limits:
      'A fragment, or a tree whose LoadModule lines lie elsewhere, gets no line; what SSLRequire and Require ask for is reported. Nor is one written where the target has no such module.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_allowmethods.html',
  },
  messages: {
    loaded:
      'Rules for GET stand here. Where a folder is asked for by another method, such as OPTIONS or PUT, 2.2 applied them to its index file. 2.4 does so only with a module like {module} loaded, which does nothing else here.',
    loadedForVariables:
      'Rules here ask for a variable that may be another one for the index file of a folder, or for the address that a rule in a folder or a program leads to, than for what was asked for. 2.2 asked them once more then. 2.4 does so only with a module like {module} loaded, which does nothing else here.',
    told: '`{line}` asks for what may be different for the index file of a folder, such as its name or its owner. 2.2 asked it once more for that file. 2.4 does so only where the server that reads this has a module like {module} loaded: see that it has.',
    loadedForFiles:
      '`{line}` asks for what may be different for the index file of a folder, such as its name or its owner. 2.2 asked it once more for that file. 2.4 does so only with a module like {module} loaded, which does nothing else here.',
  },
  run({ model, options, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const isThere = liveModuleLines(model).some(({ identifier }) => identifier === MODULE);
    if (isThere || target.builtin.has(MODULE) || !target.loadable.has(MODULE)) return;
    const isWhole = showsItsModules(model);
    if (!isWhole && !asksOfFiles(model)) return;
    const found = stricterInside(model, options.semantics);
    if (found === null) return;
    if (!isWhole) {
      const { place, by } = found;
      if (by !== 'file' || place.type === 'scope') return;
      const data = { module: MODULE, line: quotedLine(place) };
      report(placeOf(place), 'told', { level: 'warning', data });
      return;
    }
    for (const { file, edits, link, made } of planLoading(model, target, [NEED], !options.dual)) {
      const { place, by } = found;
      const line = place.type === 'scope' ? '' : quotedLine(place);
      report(place.type === 'scope' ? placeOfScope(place) : placeOf(place), MESSAGES[by], {
        data: { module: MODULE, line },
        fix: {
          title: `Load ${MODULE}`,
          applicability: 'safe',
          edits: inFile(file, edits),
          fileChanges: [
            ...(made ? [{ type: 'make', ...made } as const] : []),
            ...(link ? [{ type: 'link', ...link } as const] : []),
          ],
        },
      });
    }
  },
});

/** Lines that may be the reason in a part of a server. */
function asksOfFiles(model: ServerModel): boolean {
  const owners = findDirectives(model, 'Require').filter(({ args }) => /^file-/i.test(args[0] ?? ''));
  return owners.length > 0 || findDirectives(model, 'SSLRequire').length > 0;
}

const MESSAGES = {
  method: 'loaded',
  variable: 'loadedForVariables',
  file: 'loadedForFiles',
} as const;

const MODULE = 'allowmethods_module';

const NEED: Need = {
  identifier: MODULE,
  what: 'index files',
  site: null,
  limit: null,
  available: true,
  stops: false,
  opens: false,
};

import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { defineTransform, findDirectives, insertAfter, placeOf } from '../src/transform/index.ts';
import { cgiLines, gatewayLines, listPrograms } from './shared/programs.ts';
import type { Fix } from '../src/transform/index.ts';

export const reportHeaderNames = defineTransform({
  id: 'report-header-names',
  title: 'Report that programs no longer see headers with an underscore',
  // Before the modules: its lines need mod_setenvif.
  stage: 'defaults',
  rows: [],
  applicability: 'review',
  unsetDefaults: ['dropped'],
  docs: {
    does: 'Says once, where the tree runs CGI programs, that request headers with an underscore or a dot in their name no longer reach them; names the programs that read a variable which may come from such a header, and offers lines that bring it back (`--apply review`).',
    why: '2.4 hands only headers whose names consist of letters, digits and hyphens on to programs (ap_add_common_vars in server/util_script.c), because X_Token and X-Token were one variable before, which let clients pose as proxies.',
    before: 'ScriptAlias /cgi-bin/ /srv/cgi-bin/',
    after: 'ScriptAlias /cgi-bin/ /srv/cgi-bin/\nSetEnvIfNoCase ^X[_.]TOKEN$ ^(.*)$ HTTP_X_TOKEN=$1',
    undo: 'Take the lines out: clients can pass X_Token off as X-Token with them, as they could in 2.2.',
    limits:
      'Programs are searched for names such as HTTP_X_TOKEN right in the folder of a ScriptAlias, and where a handler for CGI is set; whether their clients send X_Token or X-Token is not known.',
    link: 'https://httpd.apache.org/docs/2.4/env.html#fixheader',
  },
  messages: {
    dropped:
      'Programs no longer see request headers with an underscore or a dot in their name, such as X_Token. If one of yours reads such a header, let its clients write X-Token, or copy it with SetEnvIf.',
    read: '{program} reads {variables}. Programs no longer see request headers with an underscore or a dot in their name, only X-Token for HTTP_X_TOKEN. If a client sends X_Token, let it write X-Token, or have the variable set by SetEnvIfNoCase.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    const readers = findReaders(model);
    for (const { line, program, variables } of readers) {
      const isLast = readers.findLast((other) => other.line === line)?.program === program;
      const fix = isLast ? { fix: bringBack(line, readers) } : {};
      report(placeOf(line), 'read', {
        level: 'error',
        data: { program, variables: variables.join(', ') },
        ...fix,
      });
    }
    const [first] = [...cgiLines(model), ...gatewayLines(model)].toSorted((a, b) => a.seq - b.seq);
    if (first !== undefined && readers.length === 0) report(placeOf(first), 'dropped');
  },
});

/** Headers that have two words and are written with a hyphen by all who send them. */
const WELL_KNOWN =
  /^(?:ACCEPT|CACHE|CONTENT|IF|KEEP|MAX|PROXY|SEC|UPGRADE|USER|TRANSFER|X_FORWARDED|X_REQUESTED|X_REAL)_/;

/** What 2.2 did with `X_Token` and `X.Token`; a header `X-Token` goes before it in 2.4. */
function bringBack(line: Occurrence, readers: readonly Reader[]): Fix {
  const wanted = new Set(readers.flatMap((reader) => (reader.line === line ? reader.variables : [])));
  const lines = [...wanted].toSorted().map((variable) => {
    const header = variable.replace(/^HTTP_/, '').replaceAll('_', '[_.]');
    return `SetEnvIfNoCase ^${header}$ ^(.*)$ ${variable}=$1`;
  });
  return {
    title: 'Set the variables from such headers',
    applicability: 'review',
    edits: insertAfter(line, lines),
  };
}

interface Reader {
  readonly line: Occurrence;
  readonly program: string;
  readonly variables: readonly string[];
}

/** The programs that ask for a header of several words. */
function findReaders(model: ServerModel): Reader[] {
  const set = variablesSet(model);
  return listPrograms(model).flatMap(({ line, name, text }) => {
    const variables = customHeaders(text).filter((variable) => !set.has(variable));
    return variables.length === 0 ? [] : [{ line, program: name, variables }];
  });
}

/** What SetEnvIf sets, as from such headers. */
function variablesSet(model: ServerModel): Set<string> {
  const words = findDirectives(model, 'SetEnvIf', 'SetEnvIfNoCase').flatMap(({ args }) => args.slice(2));
  return new Set(words.map((word) => word.replace(/=.*$/s, '')));
}

function customHeaders(program: string): string[] {
  const found = [...program.matchAll(/\bHTTP_([A-Z0-9]+(?:_[A-Z0-9]+)+)\b/g)];
  const names = new Set(found.flatMap(([whole, name = '']) => (WELL_KNOWN.test(name) ? [] : [whole])));
  return [...names].toSorted();
}

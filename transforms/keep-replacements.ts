import type { Occurrence } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, rewriteArgument } from '../src/transform/index.ts';
import { isRedirectStatus } from './shared/redirect-status.ts';
import { replacementFor24 } from './shared/replacement.ts';

const VARIABLES = ['SetEnvIf', 'SetEnvIfNoCase', 'BrowserMatch', 'BrowserMatchNoCase'];
const NAMES = [
  'AliasMatch',
  'ScriptAliasMatch',
  'RedirectMatch',
  'ProxyPassMatch',
  'Substitute',
  ...VARIABLES,
];

export const keepReplacements = defineTransform({
  id: 'keep-replacements',
  title: 'Keep & and backslashes in what a pattern is replaced by',
  stage: 'directives',
  rows: [],
  directives: [
    'AliasMatch',
    'RedirectMatch',
    'ProxyPassMatch',
    'Substitute',
    'SetEnvIf',
    'BrowserMatchNoCase',
  ],
  applicability: 'safe',
  docs: {
    does: 'Writes `&` as `$0`, and a backslash that stood for itself as two, in the targets of AliasMatch, ScriptAliasMatch, RedirectMatch and ProxyPassMatch, in the replacement of Substitute and in the values of SetEnvIf.',
    why: 'There `&` was all that the pattern had matched in 2.2, and is an ampersand in 2.4. A backslash was one in 2.2 unless `$` or `&` followed; 2.4 drops it (regsub_core in server/util.c).',
    before: 'RedirectMatch ^/find/(.*)$ http://www.example.com/?a=1&b=$1',
    after: 'RedirectMatch ^/find/(.*)$ http://www.example.com/?a=1$0b=$1',
    undo: 'Write `&` again where an ampersand is meant: 2.4 needs no backslash before it.',
    limits:
      'A target in which each backslash is followed by `$`, `&` or a backslash, and each `&` by none before it, is taken for one that is written for 2.4 already.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_alias.html#redirectmatch',
  },
  messages: {
    kept: '2.2 put all that the pattern matched in the place of &, and kept backslashes; 2.4 does neither. If an ampersand was meant in {text}, 2.2 never sent it: write & now.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const line of findDirectives(model, ...NAMES)) {
      const { node } = line;
      for (const { index, kept } of replacements(line)) {
        const word = node.args[index];
        if (word === undefined || kept === word.value || word.value.includes('${')) continue;
        report(placeOf(line), 'kept', {
          data: { text: word.value },
          level: 'warning',
          fix: {
            title: 'Keep the replacement',
            applicability: 'safe',
            edits: rewriteArgument(line, index, kept),
          },
        });
      }
    }
  },
});

interface Kept {
  readonly index: number;
  readonly kept: string;
}

function replacements(line: Occurrence): Kept[] {
  if (line.name === 'substitute') return substituted(line);
  return /^(?:setenvif|browsermatch)/.test(line.name) ? variables(line) : replaced(line);
}

/** The word behind the pattern; in a section the pattern of ProxyPassMatch is the section's. */
function replaced({ node, name, scope }: Occurrence): Kept[] {
  const hasStatus = name === 'redirectmatch' && isRedirectStatus(node.args[0]?.value ?? '');
  const isInSection = name === 'proxypassmatch' && scope !== scope.server;
  const index = (hasStatus ? 2 : 1) - (isInSection ? 1 : 0);
  const text = node.args[index]?.value;
  return text === undefined ? [] : [{ index, kept: replacementFor24(text) }];
}

/** `s/pattern/replacement/flags`, without the flag n. */
function substituted({ node }: Occurrence): Kept[] {
  const text = node.args[0]?.value ?? '';
  const [, start = '', , replacement = '', end = ''] =
    /^(s(.)(?:(?!\2).)*\2)((?:(?!\2).)*)(\2[a-z]*)$/is.exec(text) ?? [];
  if (start === '' || /n/i.test(end.slice(1))) return [];
  return [{ index: 0, kept: start + replacementFor24(replacement) + end }];
}

/** Values of variables, where the pattern is a regular expression to both servers (non_regex_pattern in mod_setenvif.c). */
function variables({ node, name }: Occurrence): Kept[] {
  const first = name.startsWith('browser') ? 1 : 2;
  const pattern = (node.args[first - 1]?.value ?? '').replace(/\\[^a-z0-9]/gi, '');
  if (!/[\\$^+*?.()[\]{}|]/.test(pattern)) return [];
  return node.args.slice(first).map(({ value }, i) => {
    const at = value.indexOf('=') + 1;
    const isSet = at > 0 && !value.startsWith('!');
    return { index: first + i, kept: isSet ? value.slice(0, at) + replacementFor24(value.slice(at)) : value };
  });
}

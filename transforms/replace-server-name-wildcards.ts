import { isFilledIn } from '../src/model/index.ts';
import { argumentValues, quoteWord } from '../src/syntax/index.ts';
import { defineTransform, findDirectives, placeOf, setArgument } from '../src/transform/index.ts';

export const replaceServerNameWildcards = defineTransform({
  id: 'replace-server-name-wildcards',
  title: 'Write ServerName without wildcards',
  stage: 'directives',
  rows: [],
  directives: ['ServerName'],
  applicability: 'safe',
  docs: {
    does: 'Replaces the wildcards in a ServerName by the word `wildcard`.',
    why: '2.4 refuses a ServerName with `*`, `?` or `[...]` (server_hostname_port in server/core.c). 2.2 read it letter by letter, so that it was the name of no host that anybody asks for; another one that nobody asks for keeps all answers.',
    before: 'ServerName *.example.com',
    after: 'ServerName wildcard.example.com',
    undo: 'Write a ServerName that is asked for, and a ServerAlias with the wildcard if all such hosts are meant.',
    limits:
      'What was meant is most likely `ServerAlias *.example.com`. It is not written, because hosts that another virtual host answers now would move to this one.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#servername',
  },
  messages: {
    replaced:
      '2.4 refuses wildcards in ServerName. In 2.2 {host} was read letter by letter and matched no host: requests for such hosts went to the virtual host with a fitting ServerAlias, or to the first one. If they are meant to come here, add `ServerAlias {host}`.',
  },
  run({ model, report }) {
    for (const directive of findDirectives(model, 'ServerName')) {
      const { node } = directive;
      const old = argumentValues(node)[0] ?? '';
      // What a template puts in is another text.
      const name = isFilledIn(old, directive) ? old : old.replace(WILDCARD, 'wildcard');
      if (name === old) continue;
      report(placeOf(directive), 'replaced', {
        data: { host: old.replace(/^.*:\/\//, '').replace(/:\d+$/, '') },
        level: 'warning',
        fix: {
          title: `Write ServerName ${name}`,
          applicability: 'safe',
          edits: setArgument(directive, 0, quoteWord(name)),
        },
      });
    }
  },
});

/** What apr_fnmatch_test takes for one: a `[` only with a `]` somewhere behind it. */
const WILDCARD = /[*?]|\[[^\]]*\]/g;

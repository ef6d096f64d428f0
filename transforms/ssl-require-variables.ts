import { sslRequirePieces } from '../src/model/index.ts';
import { defineTransform, findDirectives, inFile, placeOf } from '../src/transform/index.ts';

export const sslRequireVariables = defineTransform({
  id: 'ssl-require-variables',
  title: 'Write variables of SSLRequire that 2.2 did not know as empty',
  stage: 'directives',
  rows: [],
  directives: ['SSLRequire'],
  applicability: 'safe',
  docs: {
    does: 'Writes `""` in the place of variables that SSLRequire of 2.2 did not know, such as `%{SERVER_ADDR}`, `%{HTTP_X_TOKEN}` or `%{SSL_CLIENT_SAN_Email_0}`, and a backslash before `%{` in quotes.',
    why: '2.2 took an unknown variable for an empty text (ssl_var_lookup in ssl_engine_vars.c). 2.4 does not start with one ("Variable ... does not exist"), or gives it a value if its own expressions know it. And it looks for variables in quoted text, too, where 2.2 took them as they stand.',
    before: 'SSLRequire %{SERVER_ADDR} eq "192.0.2.1"',
    after: 'SSLRequire "" eq "192.0.2.1"',
    undo: 'Write the variable that was meant: `%{HTTP:X-Token}` is a header, `%{ENV:NAME}` a variable of the request.',
    limits: 'None known.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslrequire',
  },
  messages: {
    emptied:
      '2.2 did not know {names} and took it for an empty text; 2.4 does not, or gives it a value. `""` keeps the answers of 2.2. For a header write %{HTTP:Name}, if that was meant.',
    escaped: '2.4 looks for variables in quoted text, 2.2 did not: a backslash keeps `%{` as it stands.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'SSLRequire')) {
      const { file, on22, node } = directive;
      const { start: at, end } = node.argsSpan;
      const found = sslRequirePieces(file.source.text.slice(at, end));
      if (on22 === 'no' || found.length === 0) continue;
      const edits = found.map(({ span: { start, end: close }, text }) => {
        return { span: { start: at + start, end: at + close }, text };
      });
      const names = found.flatMap(({ variable }) => (variable === null ? [] : [`%{${variable}}`]));
      report(placeOf(directive), names.length === 0 ? 'escaped' : 'emptied', {
        level: names.length === 0 ? 'info' : 'warning',
        data: { names: names.join(', ') },
        fix: {
          title: 'Write what 2.2 read',
          applicability: 'safe',
          edits: inFile(file, edits),
        },
      });
    }
  },
});

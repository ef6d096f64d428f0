import { sslRequirePieces, sslRequireVariables as variablesAsked } from '../src/model/index.ts';
import { isSince } from '../src/target/index.ts';
import { defineTransform, findDirectives, inFile, placeOf } from '../src/transform/index.ts';

export const sslRequireVariables = defineTransform({
  id: 'ssl-require-variables',
  title: 'Write variables of SSLRequire that 2.2 did not know as empty',
  stage: 'directives',
  rows: [],
  directives: ['SSLRequire'],
  applicability: 'safe',
  docs: {
    does: 'Writes `""` in the place of variables that SSLRequire of 2.2 did not know, such as `%{SERVER_ADDR}`, `%{HTTP_X_TOKEN}` or `%{SSL_CLIENT_SAN_Email_0}`, and a backslash before `%{` in quotes. Names the lines that ask how many days a certificate is still valid.',
    why: '2.2 took an unknown variable for an empty text (ssl_var_lookup in ssl_engine_vars.c). 2.4 does not start with one ("Variable ... does not exist"), or gives it a value if its own expressions know it. And it looks for variables in quoted text, too, where 2.2 took them as they stand. 2.2 counted one day too many for SSL_CLIENT_V_REMAIN (ssl_var_lookup_ssl_cert_remain), as does 2.4 up to 2.4.62; 2.4.71 counts right.',
    before: 'SSLRequire %{SERVER_ADDR} eq "192.0.2.1"',
    after: 'SSLRequire "" eq "192.0.2.1"',
    undo: 'Write the variable that was meant: `%{HTTP:X-Token}` is a header, `%{ENV:NAME}` a variable of the request.',
    limits:
      'Which release after 2.4.62 began to count right is not known: later ones than this are taken for such.',
    link: 'https://httpd.apache.org/docs/2.4/mod/mod_ssl.html#sslrequire',
  },
  messages: {
    emptied:
      '2.2 did not know {names} and took it for an empty text; 2.4 does not, or gives it a value. `""` keeps the answers of 2.2. For a header write %{HTTP:Name}, if that was meant.',
    remain:
      '{name} is one less than in 2.2, which counted a day too many, in late releases of 2.4 (2.4.71; 2.4.62 counts as 2.2 did). If it is compared with a number, lower that by one to let in the same certificates.',
    escaped: '2.4 looks for variables in quoted text, 2.2 did not: a backslash keeps `%{` as it stands.',
  },
  run({ model, target, writtenFor, report }) {
    if (writtenFor === '2.4') return;
    for (const directive of findDirectives(model, 'SSLRequire')) {
      const { file, on22, node } = directive;
      const { start: at, end } = node.argsSpan;
      const expression = file.source.text.slice(at, end);
      const days = variablesAsked(expression).find((name) => DAYS.test(name));
      if (days !== undefined && on22 !== 'no' && isSince(target, '2.4.63')) {
        report(placeOf(directive), 'remain', { level: 'error', data: { name: days } });
      }
      const found = sslRequirePieces(expression);
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

const DAYS = /^SSL_(?:CLIENT|SERVER)_V_REMAIN$/i;

import fc from 'fast-check';

/** Bytes that mean something to the server, to a terminal, to a pattern engine, or to nobody. */
const TOKENS = [
  '\0',
  '\r',
  '\n',
  '\\\n',
  '\\\\\n',
  '"',
  "'",
  '\\',
  '<',
  '>',
  '</',
  '#',
  '${',
  '${A}',
  '%{HTTP_HOST}',
  '\u001b[2J\u001b]0;x\u0007',
  '\u009b31m',
  '\u00e2\u0080\u00ae',
  '\u00ef\u00bb\u00bf',
  '\u00ff',
  '/../../../../etc/shadow',
  '(a*)*(a*)*b',
  '(?:(?:a?){30}){30}',
  '^/(([a-z])+.)+[A-Z]([a-z])+$',
  '[[:alpha:]',
  '\\Q(\\E',
  '(?<!x)',
  '* * *',
  '10.0.0.0/8 ',
  '::1/129',
  'env=',
  'A'.repeat(9000),
  ' '.repeat(3000),
  '<If "',
  '<IfModule !',
  '</IfModule>',
  '<Limit GET>',
  '</Limit>',
  '<Files ~ "',
  '<RequireAll>',
  'Include ',
  'Include conf.d/*\n',
  'Include .\n',
  'Include /proc/self/mem\n',
  'Define A ${A}${A}\n',
  'Define A "${A} x\\\n"\n',
  'Order deny,allow\nDeny from all\nSatisfy any\n',
  'Require valid-user\n',
  'RewriteRule ^(.*)$ $1$1$1 [N,PT,E=a:b]\n',
  'RewriteCond %{REQUEST_URI} (.*)(.*)(.*)\n',
  'SSLRequire %{A} eq "b" and not (%{C} =~ m/x/)\n',
  'AllowOverride All\n',
  'AccessFileName .htaccess x y\n',
  'DocumentRoot /srv/www\n',
  'ServerRoot ..\n',
  '<VirtualHost *:80>\n',
  '</VirtualHost>\n',
  '<Perl>\n',
  '<Macro M $a>\n',
  'Use M b\n',
];

/** One change to a text, at places given as fractions of its length. */
type Mutation = (text: string) => string;

const place = fc.double({ min: 0, max: 1, noNaN: true });

function span(text: string, from: number, to: number): [number, number] {
  const [a, b] = [Math.floor(from * text.length), Math.floor(to * text.length)];
  return a < b ? [a, b] : [b, a];
}

/** Up to eight changes: pieces taken away, repeated, moved, replaced, lines of another text put in. */
export function mutated(seeds: readonly string[], names: readonly string[]): fc.Arbitrary<string> {
  const token = fc.oneof(fc.constantFrom(...TOKENS), fc.constantFrom(...names));
  const mutation: fc.Arbitrary<Mutation> = fc.oneof(
    fc.tuple(place, place).map(([from, to]) => (text: string) => {
      const [a, b] = span(text, from, to);
      return text.slice(0, a) + text.slice(b);
    }),
    fc.tuple(place, token).map(([at, put]) => (text: string) => {
      const [a] = span(text, at, 1);
      return text.slice(0, a) + put + text.slice(a);
    }),
    fc.tuple(place, token).map(([at, put]) => (text: string) => {
      // In front of a line: as the directive, or the section, that it becomes.
      const a = text.indexOf('\n', Math.floor(at * text.length)) + 1;
      return text.slice(0, a) + put + text.slice(a);
    }),
    fc.tuple(place, place, fc.integer({ min: 2, max: 200 })).map(([from, to, times]) => (text: string) => {
      const [a, b] = span(text, from, to);
      const piece = text.slice(a, Math.min(b, a + 400));
      return text.slice(0, b) + piece.repeat(times) + text.slice(b);
    }),
    fc.tuple(place, fc.integer({ min: 0, max: 255 })).map(([at, byte]) => (text: string) => {
      const a = Math.floor(at * text.length);
      return text.slice(0, a) + String.fromCharCode(byte) + text.slice(a + 1);
    }),
    fc.tuple(place, place, fc.constantFrom(...seeds)).map(([from, to, other]) => (text: string) => {
      const [a, b] = span(text, from, to);
      const lines = other.slice(...span(other, from, to));
      return text.slice(0, a) + lines + text.slice(b);
    }),
    fc.tuple(fc.constantFrom(...NESTS), fc.integer({ min: 1, max: 400 })).map(([open, depth]) => {
      const name = /^<(\w+)/.exec(open)?.[1] ?? '';
      return (text: string) => open.repeat(depth) + text + `</${name}>\n`.repeat(depth);
    }),
  );
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(mutation, { maxLength: 8 }))
    .map(([seed, mutations]) => mutations.reduce((text, mutate) => mutate(text).slice(0, LONGEST), seed));
}

const LONGEST = 64 * 1024;

const NESTS = [
  '<IfModule mod_x.c>\n',
  '<IfDefine !X>\n',
  '<Directory /srv>\n',
  '<Location /a>\n',
  '<Files a>\n',
  '<Limit GET>\n',
  '<RequireAny>\n',
  '<VirtualHost *>\n',
  '<Macro M>\n',
];

import { CUPS_DIRECTIVES, PROFTPD_DIRECTIVES } from '../../catalog/index.ts';
import { lowerName, visit } from '../../syntax/index.ts';
import type { Document, Section } from '../../syntax/index.ts';

/** A program that is configured in words like Apache's, and what of a file shows that it is that program's. */
export interface OtherProgram {
  readonly program: string;
  /** As written. */
  readonly marks: readonly string[];
}

/** One word may be a module's that nobody knows here. */
const LEAST_MARKS = 2;

/** What is written for httpd and for none of the others: a file with one of these is httpd's, whatever else is in it. */
const OF_HTTPD = new Set(
  'options allowoverride directoryindex customlog alias aliasmatch scriptalias redirect redirectmatch addtype addhandler sethandler sslengine proxypass proxypassreverse virtualdocumentroot namevirtualhost startservers startthreads files filesmatch directorymatch locationmatch'.split(
    ' ',
  ),
);

/** Operations of IPP, which `<Limit>` takes in the place of methods. */
const CUPS_LIMIT =
  /^(?:cups-[a-z-]+|(?:create|print|validate|cancel|hold|release|restart|reprocess|close|get)-jobs?|print-uri|send-(?:document|uri)|(?:pause|resume|enable|disable)-printer)$/i;

/** Commands of FTP. */
const PROFTPD_LIMIT =
  /^(?:login|stor|stou|appe|retr|dele|mkd|xmkd|rmd|xrmd|rnfr|rnto|cwd|cdup|site(?:_\w+)?)$/i;

/** A line of its own opens a block of nginx. */
const NGINX_BLOCK =
  /^[ \t]*((?:http|events|server|upstream[ \t]+[\w.-]+|location[ \t][^\n{]*)[ \t]*\{)[ \t]*(?:#.*)?$/gm;
const LIGHTTPD_LINE =
  /^[ \t]*(?:((?:server|url|mimetype|accesslog|fastcgi|dir-listing|static-file|index-file|compress|deflate|evhost|simple-vhost)\.[\w.-]+)[ \t]*\+?=|(\$(?:HTTP|SERVER|PHYSICAL)\[))/gm;

/** The other program whose file this is, if at least two things show it and nothing is httpd's alone. */
export function otherProgram(document: Document): OtherProgram | null {
  const cups = new Set<string>();
  const proftpd = new Set<string>();
  let isOfHttpd = false;
  let hasSections = false;
  visit(document, (node) => {
    if (node.type !== 'directive' && node.type !== 'section') return;
    const name = lowerName(node);
    if (OF_HTTPD.has(name)) isOfHttpd = true;
    if (node.type === 'section') {
      hasSections ||= node.template === undefined;
      if (isOfCups(name, node)) cups.add(titleOf(node));
      if (isOfProftpd(name, node)) proftpd.add(titleOf(node));
    } else if (CUPS_DIRECTIVES.has(name)) cups.add(node.name.value);
    else if (PROFTPD_DIRECTIVES.has(name)) proftpd.add(node.name.value);
  });
  if (isOfHttpd) return null;
  const { text } = document.source;
  const found: readonly (readonly [string, ReadonlySet<string>])[] = [
    ['CUPS', cups],
    ['ProFTPD', proftpd],
    // They have braces where httpd has sections.
    ['nginx', hasSections ? NONE : linesLike(NGINX_BLOCK, text)],
    ['lighttpd', hasSections ? NONE : linesLike(LIGHTTPD_LINE, text)],
  ];
  const first = found.find(([, { size }]) => size >= LEAST_MARKS);
  return first === undefined ? null : { program: first[0], marks: [...first[1]] };
}

const NONE: ReadonlySet<string> = new Set();

function isOfCups(name: string, { open: { args } }: Section): boolean {
  return name === 'policy' || (name === 'limit' && args.some(({ value }) => CUPS_LIMIT.test(value)));
}

function isOfProftpd(name: string, { open: { args } }: Section): boolean {
  return (
    name === 'anonymous' ||
    name === 'global' ||
    (name === 'limit' && args.some(({ value }) => PROFTPD_LIMIT.test(value)))
  );
}

function titleOf({ open: { name, args } }: Section): string {
  return `<${[name, ...args.slice(0, 1)].map(({ value }) => value).join(' ')}>`;
}

function linesLike(shape: RegExp, text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(shape), ([, shown, other = '']) => shown ?? other));
}

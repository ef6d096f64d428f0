import packageJson from '../../../package.json' with { type: 'json' };
import { COMMANDS } from './commands.ts';
import type { OptionFacts } from './commands.ts';
import { EPILOGUE, EXAMPLES, SYNOPSIS } from './help-text.ts';

/** httpd-codemod(1) in the language of man(7), made of the same tables and texts as `--help`. */
export function manPage(): string {
  const { version, description } = packageJson;
  return [
    `.TH HTTPD-CODEMOD 1 "" "httpd-codemod ${version}" "User Commands"`,
    '.SH NAME',
    `httpd\\-codemod \\- ${roff(description)}`,
    '.SH SYNOPSIS',
    ...COMMANDS.flatMap(({ name }) => synopsisOf(name).map((line) => `.B ${roff(line)}\n.br`)),
    '.SH DESCRIPTION',
    ...paragraphs(textOf('migrate')),
    ...paragraphs(EPILOGUE),
    '.SH COMMANDS',
    ...COMMANDS.flatMap(({ name, summary }) => [
      '.TP',
      `.B ${roff(name)}`,
      roff(`${summary}.`),
      ...paragraphs(name === 'migrate' ? '' : textOf(name)).map((line) => line.replace('.PP', '.IP')),
    ]),
    ...COMMANDS.filter(({ options }) => Object.keys(options).length > 0).flatMap(({ name, options }) => [
      `.SH ${`options of ${name}`.toUpperCase()}`,
      ...Object.entries(options).flatMap(([option, facts]) => [
        '.TP',
        `.B ${roff(optionText(option, facts))}`,
        roff(facts.describe),
      ]),
    ]),
    '.SH EXAMPLES',
    ...EXAMPLES.flatMap(([command, purpose]) => ['.TP', `.B ${roff(named(command))}`, roff(purpose)]),
    '',
  ].join('\n');
}

const named = (text: string): string => text.replaceAll('$0', 'httpd-codemod');

function synopsisOf(name: keyof typeof SYNOPSIS): string[] {
  const [head = ''] = SYNOPSIS[name].split('\n\n');
  return named(head).split('\n');
}

function textOf(name: keyof typeof SYNOPSIS): string {
  return named(SYNOPSIS[name].split('\n\n').slice(1).join('\n\n'));
}

function paragraphs(text: string): string[] {
  return text
    .split('\n\n')
    .flatMap((each) => (each.trim() === '' ? [] : ['.PP', roff(each.replaceAll('\n', ' '))]));
}

function optionText(name: string, { alias, type, choices }: OptionFacts): string {
  const flag = name.length === 1 ? `-${name}` : `--${name}`;
  const value = type === 'boolean' ? '' : choices === undefined ? ' VALUE' : ` ${choices.join('|')}`;
  return `${alias === undefined ? '' : `-${alias}, `}${flag}${value}`;
}

/** A line that begins with a dot or quote would be a request. */
function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&');
}

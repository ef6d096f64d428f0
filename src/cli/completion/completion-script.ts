import { targetNames } from '../../target/index.ts';
import { transforms } from '../../../transforms/index.ts';
import { COMMANDS } from '../arguments/commands.ts';
import type { OptionFacts } from '../arguments/commands.ts';
import { shellWords } from '../shell-words.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** A script that completes commands, options and their values, made of the same tables as the help. */
export function completionScript(shell: Shell): string {
  if (shell === 'fish') return fishScript();
  return shell === 'zsh'
    ? `#compdef httpd-codemod\nautoload -U +X bashcompinit && bashcompinit\n${bashScript()}`
    : bashScript();
}

/** What can follow an option: words, or null for a file. */
function valuesOf(name: string, { choices }: OptionFacts): readonly string[] | null {
  if (choices !== undefined) return choices;
  if (name === 'target') return ['auto', ...targetNames];
  if (name === 'only' || name === 'skip' || name === 'settle') return transforms.map(({ id }) => id);
  return name === 'configtest' ? ['start'] : null;
}

function dashed(name: string, { alias }: OptionFacts): string[] {
  const own = name.length === 1 ? `-${name}` : `--${name}`;
  return alias === undefined ? [own] : [own, `-${alias}`];
}

function wordsOf(options: Readonly<Record<string, OptionFacts>>): string {
  const words = Object.entries(options).flatMap(([name, facts]) => [
    ...dashed(name, facts),
    ...(name === 'color' ? ['--no-color'] : []),
  ]);
  return [...words, '--help'].join(' ');
}

function bashScript(): string {
  const all = Object.assign({}, ...COMMANDS.map(({ options }) => options)) as Readonly<
    Record<string, OptionFacts>
  >;
  const values = Object.entries(all).flatMap(([name, facts]) => {
    const words = valuesOf(name, facts);
    if (facts.type === 'boolean') return [];
    const cases = dashed(name, facts).join('|');
    return words === null
      ? [`    ${cases}) COMPREPLY=($(compgen -f -- "$word")); return ;;`]
      : [`    ${cases}) COMPREPLY=($(compgen -W ${shellWords([words.join(' ')])} -- "$word")); return ;;`];
  });
  const cases = COMMANDS.map(
    ({ name, options }) => `    ${name}) options=${shellWords([wordsOf(options)])} ;;`,
  );
  const names = COMMANDS.map(({ name }) => name).join(' ');
  const topics = shellWords([transforms.map(({ id }) => id).join(' ')]);
  return `# httpd-codemod completion: eval "$(httpd-codemod completion bash)"
_httpd_codemod() {
  local word="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}" command=migrate options
  case "\${COMP_WORDS[1]}" in
    ${COMMANDS.map(({ name }) => name).join('|')}) [ "$COMP_CWORD" -gt 1 ] && command="\${COMP_WORDS[1]}" ;;
  esac
  case "$last" in
${values.join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
  esac
  if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word")); return; fi
  case "$command" in
    explain) COMPREPLY=($(compgen -W ${topics} -- "$word")); return ;;
    completion) COMPREPLY=($(compgen -W '${SHELLS.join(' ')}' -- "$word")); return ;;
  esac
  COMPREPLY=($(compgen -f -- "$word"))
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY+=($(compgen -W '${names}' -- "$word")); fi
}
complete -o filenames -F _httpd_codemod httpd-codemod
`;
}

function fishScript(): string {
  const names = COMMANDS.map(({ name }) => name).join(' ');
  const commands = COMMANDS.map(
    ({ name, summary }) =>
      `complete -c httpd-codemod -n "not __fish_seen_subcommand_from ${names}" -a ${name} -d ${shellWords([summary])}`,
  );
  const options = COMMANDS.flatMap(({ name, options: own }) => {
    const when =
      name === 'migrate'
        ? `not __fish_seen_subcommand_from ${names.replace('migrate ', '')}`
        : `__fish_seen_subcommand_from ${name}`;
    return Object.entries(own).map(([option, facts]) => {
      const flags = option.length === 1 ? `-s ${option}` : `-l ${option}`;
      const short = facts.alias === undefined ? '' : ` -s ${facts.alias}`;
      const words = valuesOf(option, facts);
      const value =
        facts.type === 'boolean' ? '' : words === null ? ' -rF' : ` -xa ${shellWords([words.join(' ')])}`;
      return `complete -c httpd-codemod -n "${when}" ${flags}${short}${value} -d ${shellWords([facts.describe])}`;
    });
  });
  const topics = shellWords([transforms.map(({ id }) => id).join(' ')]);
  return [
    '# httpd-codemod completion: httpd-codemod completion fish | source',
    ...commands,
    ...options,
    `complete -c httpd-codemod -n "__fish_seen_subcommand_from explain" -xa ${topics}`,
    `complete -c httpd-codemod -n "__fish_seen_subcommand_from completion" -xa '${SHELLS.join(' ')}'`,
    '',
  ].join('\n');
}

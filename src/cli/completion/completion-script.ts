import { targetNames } from '../../target/index.ts';
import { transforms } from '../../../transforms/index.ts';
import { COMMANDS } from '../arguments/commands.ts';
import type { OptionFacts } from '../arguments/commands.ts';
import { groupBy, shellWords } from '../../text/index.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** A script that completes commands, options and their values, made of the same tables as the help. */
export function completionScript(shell: Shell): string {
  if (shell === 'fish') return fishScript();
  return shell === 'zsh'
    ? `#compdef httpd-codemod\nautoload -U +X bashcompinit && bashcompinit\n${bashScript()}`
    : bashScript();
}

/** What can follow an option: one of some words, a list of them with commas, a file, a folder, or what nobody can list. */
type Value =
  | { readonly of: 'words' | 'list'; readonly words: readonly string[] }
  | { readonly of: 'files' | 'folders' | 'text' };

const FOLDERS: ReadonlySet<string> = new Set(['out', 'server-root', 'cache']);
const FILES: ReadonlySet<string> = new Set([
  'output',
  'httpd',
  'env-file',
  'modules',
  'map',
  'config',
  'list',
  'from',
  'tree',
  'access-log',
]);

function valueOf(name: string, { choices, type }: OptionFacts): Value | null {
  if (type === 'boolean') return null;
  if (choices !== undefined) return { of: 'words', words: choices };
  if (name === 'target') return { of: 'words', words: ['auto', ...targetNames] };
  if (name === 'configtest') return { of: 'words', words: ['start'] };
  if (name === 'only' || name === 'skip') return { of: 'list', words: transforms.map(({ id }) => id) };
  if (name === 'settle') return { of: 'list', words: ['all', ...transforms.map(({ id }) => id)] };
  return { of: FOLDERS.has(name) ? 'folders' : FILES.has(name) ? 'files' : 'text' };
}

function dashed(name: string, { alias }: OptionFacts): string[] {
  const own = name.length === 1 ? `-${name}` : `--${name}`;
  return alias === undefined ? [own] : [own, `-${alias}`];
}

const HAS_NO: ReadonlySet<string> = new Set(['color', 'config', 'cache']);

function wordsOf(options: Readonly<Record<string, OptionFacts>>): string {
  const words = Object.entries(options).flatMap(([name, facts]) => [
    ...dashed(name, facts),
    ...(HAS_NO.has(name) ? [`--no-${name}`] : []),
  ]);
  return [...words, '--help'].join(' ');
}

/** The shell command that lists what can follow, for each value, and the options that it follows, as `undo --from`. */
function bashValues(): ReadonlyMap<string, readonly string[]> {
  const rows = COMMANDS.flatMap(({ name: command, options }) =>
    Object.entries(options).flatMap(([name, facts]) => {
      const value = valueOf(name, facts);
      if (value === null) return [];
      return dashed(name, facts).map((option) => [bashLister(value), `'${command} ${option}'`] as const);
    }),
  );
  return new Map(
    [...groupBy(rows, ([lister]) => lister)].map(([lister, same]) => [
      lister,
      same.map(([, option]) => option),
    ]),
  );
}

function bashLister(value: Value): string {
  switch (value.of) {
    case 'words':
      return `_httpd_codemod_words ${shellWords([value.words.join(' ')])}`;
    case 'list':
      return `_httpd_codemod_list ${shellWords([value.words.join(' ')])}`;
    case 'files':
      return '_httpd_codemod_add < <(compgen -f -- "$word")';
    case 'folders':
      return '_httpd_codemod_add < <(compgen -d -- "$word")';
    case 'text':
      return ':';
  }
}

function bashScript(): string {
  const values = [...bashValues()].map(
    ([lister, options]) => `    ${options.join('|')}) ${lister}; return ;;`,
  );
  const cases = COMMANDS.map(
    ({ name, options }) => `    ${name}) options=${shellWords([wordsOf(options)])} ;;`,
  );
  const names = COMMANDS.map(({ name }) => name);
  const topics = shellWords([transforms.map(({ id }) => id).join(' ')]);
  return `# httpd-codemod completion: eval "$(httpd-codemod completion bash)"
_httpd_codemod_add() { # the lines of its input: names may have spaces in them
  local each
  while IFS= read -r each; do COMPREPLY+=("$before$each"); done
}
_httpd_codemod_words() {
  compopt +o filenames 2>/dev/null
  _httpd_codemod_add < <(compgen -W "$1" -- "$word")
}
_httpd_codemod_list() { # after the last comma
  case "$word" in *,*) before="$before\${word%,*},"; word="\${word##*,}" ;; esac
  _httpd_codemod_words "$1"
}
_httpd_codemod() {
  local word="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}" command=migrate options before=
  COMPREPLY=()
  case "\${COMP_WORDS[1]}" in
    ${names.join('|')}) [ "$COMP_CWORD" -gt 1 ] && command="\${COMP_WORDS[1]}" ;;
  esac
  # --target=debian8: three words for most shells, one for others.
  if [ "$word" = = ]; then
    word=
  elif [ "$last" = = ]; then
    last="\${COMP_WORDS[COMP_CWORD-2]}"
  else
    case "$word" in --*=*) last="\${word%%=*}"; before="$last="; word="\${word#*=}" ;; esac
  fi
  case "$command $last" in
${values.join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
  esac
  case "$word" in -*) _httpd_codemod_words "$options"; return ;; esac
  case "$command" in
    explain) _httpd_codemod_words ${topics}; return ;;
    completion) _httpd_codemod_words '${SHELLS.join(' ')}'; return ;;
    rules|man) return ;;
  esac
  _httpd_codemod_add < <(compgen -f -- "$word")
  if [ "$COMP_CWORD" -eq 1 ]; then _httpd_codemod_add < <(compgen -W '${names.join(' ')}' -- "$word"); fi
}
complete -o filenames -F _httpd_codemod httpd-codemod
`;
}

function fishScript(): string {
  const names = COMMANDS.map(({ name }) => name).join(' ');
  const commands = COMMANDS.map(
    ({ name, summary }) =>
      `complete -c httpd-codemod -n "test (count (commandline -opc)) -eq 1" -a ${name} -d ${shellWords([summary])}`,
  );
  const options = COMMANDS.flatMap(({ name, options: own }) => {
    const when =
      name === 'migrate'
        ? `not __fish_seen_subcommand_from ${names.replace('migrate ', '')}`
        : `__fish_seen_subcommand_from ${name}`;
    return Object.entries(own).flatMap(([option, facts]) => {
      const flags = option.length === 1 ? `-s ${option}` : `-l ${option}`;
      const short = facts.alias === undefined ? '' : ` -s ${facts.alias}`;
      const start = `complete -c httpd-codemod -n "${when}"`;
      const text = `-d ${shellWords([facts.describe])}`;
      const no = HAS_NO.has(option) ? [`${start} -l no-${option} ${text}`] : [];
      return [`${start} ${flags}${short}${fishValue(valueOf(option, facts))} ${text}`, ...no];
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

function fishValue(value: Value | null): string {
  switch (value?.of) {
    case undefined:
      return '';
    case 'words':
      return ` -xa ${shellWords([value.words.join(' ')])}`;
    case 'list':
      return ` -xa '(__fish_complete_list , "printf %s\\\\n ${value.words.join(' ')}")'`;
    case 'files':
      return ' -rF';
    case 'folders':
      return " -xa '(__fish_complete_directories)'";
    case 'text':
      return ' -x';
  }
}

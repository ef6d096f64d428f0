/** The first lines of each command's help. */
export const SYNOPSIS = {
  migrate: `$0 [migrate] PATH... [options]

Moves an Apache httpd configuration from 2.2 to 2.4. Shows the diff; changes nothing unless told to.`,
  rules: '$0 rules\n\nLists the transforms: what each does, and how far its edits can be trusted.',
  tree: '$0 tree PATH [options]\n\nShows the configuration as the server reads it: files, virtual hosts, modules.',
  collect: `$0 collect PATH [options]
$0 collect --script

Lists all files that a whole copy of PATH needs: configuration, .htaccess files of what is served, files of users
and groups, links. One path a line, for tar -cf copy.tar -T - or rsync --files-from=-. Keys and certificates
are left out. --script prints a sh script instead, which makes such a copy on a server without Node.
Exit codes: 0 done; 2 unreadable; 3 done, but something could not be looked into.`,
  verify: `$0 verify BEFORE AFTER [options]

Whether 2.4 answers every request to the tree AFTER as 2.2 answered it to the tree BEFORE: for migrations
made by hand. Each difference is shown as a request to try. Exit codes: 0 same, 1 different or not shown to be
the same, 2 unreadable.`,
  who: `$0 who URL-PATH --tree PATH [options]

Shows who decides one request: which sections apply, in which order, what each says, what comes out.
URL-PATH is a path such as /private/, a whole http:// URL, or *. What is not given is not known: the
answer then says what it depends on. The tree is read as the version that it is written for.`,
  requests: `$0 requests PATH [options]

Lists requests to ask a server before and after its migration: one for each place whose access rules differ from
those around it, as a GET without credentials, with the status to expect. What a script, a proxied
server or a password decides is left out.`,
  undo: `$0 undo PATH...
$0 undo --from FILE
$0 undo --finish PATH
$0 undo --list [PATH]

Undoes the latest --write on the tree that PATH belongs to: every file has its old text, mode, owner, times and
attributes again. Needs no server. Changes nothing if somebody else has changed a file since. A run that was killed
half way is undone, too, or finished (--finish). Exit codes: 0 done; 2 nothing to undo, or refused.`,
  status: `$0 status PATH [options]

What the runs that wrote the tree of PATH left for you: errors, warnings, fixes held back. A finding goes when
its line does; all else stays until it is settled (--settle) or the run is undone. Exit codes: 0 nothing that must be
decided; 2 no such run; 3 an error is open.`,
  explain: `$0 explain NAME|MESSAGE|-

Explains a transform (see $0 rules), a directive, a module, a row of the upgrade guide, the status of an answer (500),
a number of the error log (AH01797), or a line of it: in quotes, as several words, or with - each line of standard input.`,
  completion: `$0 completion bash|zsh|fish

Prints a script that completes commands, options and their values. bash: eval "$($0 completion bash)" in ~/.bashrc; zsh: the same
in ~/.zshrc; fish: $0 completion fish > ~/.config/fish/completions/httpd-codemod.fish`,
  man: `$0 man

Prints the man page: $0 man > httpd-codemod.1, then man -l httpd-codemod.1.`,
} as const;

/** For `--help`: command lines and what they do. */
export const EXAMPLES: readonly [string, string][] = [
  ['$0 /etc/httpd', 'Show what would change; change nothing'],
  ['$0 /etc/httpd --write', 'Change the files in place, all or none'],
  ['$0 undo /etc/httpd', 'Put them back as they were'],
  ['$0 /etc/apache2 --out /tmp/new', 'Write a migrated copy elsewhere'],
  ['$0 httpd.conf --httpd /usr/sbin/httpd', 'Ask the 2.4 server itself what it has'],
  ['$0 /etc/httpd --write --configtest', 'The same, if the 2.4 server accepts it'],
  ['$0 collect /etc/httpd | tar -cf copy.tar -T -', 'Pack a whole copy, to migrate elsewhere'],
  ['$0 /etc/httpd --check --quiet', 'For scripts: only the exit code'],
  ['$0 - < vhost.conf > vhost-2.4.conf', 'From standard input to standard output'],
];

export const EPILOGUE = `PATH is a main configuration file, a server root, a folder of .htaccess files or snippets,
a single file, or - for standard input. The diff goes to stdout and applies with patch -p1 or git apply;
findings and the summary go to stderr.

Exit codes: 0 done; 1 --check found changes; 2 wrong usage or unreadable input, nothing written;
3 done, but a finding of level error needs a person; 4 refused, nothing written.`;

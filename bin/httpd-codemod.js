#!/bin/sh
':' //; exec node -- "$0" "$@"
// To a shell the line above starts Node; to Node it is a word and a comment. Node has an --env-file of its own and looks for it behind the
// program's name, too, but not behind `--`: it would end where the file is missing, and obey a NODE_OPTIONS that is in it.
const { start } = await import('../dist/cli.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('httpd-codemod is not built yet. Type: npm ci && npm run build');
  process.exit(2);
});
if (start === undefined) {
  console.error('httpd-codemod was built from other sources than these. Type: npm ci && npm run build');
  process.exit(2);
}
process.exitCode = await start(process.argv.slice(2));

#!/usr/bin/env node
const { start } = await import('../dist/cli.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('httpd-codemod is not built yet. Type: npm ci && npm run build');
  process.exit(2);
});
process.exitCode = await start(process.argv.slice(2));

// Makes src/formats/html/assets.ts of src/formats/html/page: the style and the program of the HTML report, each as one string.
// `--check` changes nothing and exits with 1 where it is not what would be made.
import { readFileSync, writeFileSync } from 'node:fs';
import { buildSync } from 'esbuild';
import { fromRoot } from './set-up.mjs';

const TARGET = fromRoot('src/formats/html/assets.ts');

function bundle(entry, options) {
  const { outputFiles } = buildSync({
    entryPoints: [fromRoot(`src/formats/html/page/${entry}`)],
    bundle: true,
    write: false,
    minify: true,
    legalComments: 'none',
    ...options,
  });
  return outputFiles[0].text.trim();
}

const script = bundle('main.js', { format: 'iife', target: ['chrome110', 'firefox115', 'safari16.4'] });
const style = bundle('page.css', { target: ['chrome110', 'firefox115', 'safari16.4'] });
const text = `// Made by tools/make-report-page.mjs of src/formats/html/page: change it there.
export const STYLE = ${JSON.stringify(style)};
export const SCRIPT = ${JSON.stringify(script)};
`;

if (process.argv.includes('--check')) {
  if (readFileSync(TARGET, 'utf8') !== text) process.exitCode = 1;
} else {
  writeFileSync(TARGET, text);
}

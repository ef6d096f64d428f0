// TypeScript to ES modules by esbuild, one file at a time: for Node (hooks.mjs), and for jest's own modules (transform.mjs).
const { transform, transformSync } = require('esbuild');

const optionsFor = (path) => ({
  loader: 'ts',
  format: 'esm',
  target: 'node20.19',
  sourcefile: path,
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
});

exports.compile = (source, path) => transform(source, optionsFor(path));

exports.compileSync = (source, path, sourcemap) => transformSync(source, { ...optionsFor(path), sourcemap });

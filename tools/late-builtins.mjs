import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Modules of Node that few runs need, and that take milliseconds to load (node:crypto alone six, for import asks it for all that it has):
 * a bundle loads each when the first of its functions is called. Classes of theirs can't be made so: `new` takes no arrow function.
 */
const LATE = /^node:(?:child_process|crypto|net|v8|vm|zlib)$/;

export const lateBuiltins = {
  name: 'late-builtins',
  setup(build) {
    build.onResolve({ filter: LATE }, ({ path }) => ({ path, namespace: 'late', sideEffects: false }));
    build.onLoad({ filter: LATE, namespace: 'late' }, ({ path }) => {
      const names = Object.entries(require(path)).filter(([, value]) => typeof value === 'function');
      const lines = names.map(
        ([name]) =>
          `export const ${name} = (...args) => process.getBuiltinModule('${path}').${name}(...args);`,
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};

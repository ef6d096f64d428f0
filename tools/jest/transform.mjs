// jest's transform, where its own modules are used (runtime.cjs).
import { compileSync } from './compile.cjs';

export default {
  process: (source, path) => compileSync(source, path, 'inline'),
};

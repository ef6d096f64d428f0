// jest's own runner of a file of tests, but that it is not told of each test when that begins and ends: to tell takes longer than
// most tests. What they came to it is told when the file is done, as ever.
const { default: runFile } = require('jest-circus/runner');

module.exports = (globalConfig, config, environment, runtime, path) =>
  runFile(globalConfig, config, environment, runtime, path);

// npm run jest: jest with the words behind `--`, and nothing before it; what npm test and npm run test:fast run it with, too.
import { runJest } from './set-up.mjs';

process.exitCode = runJest(process.argv.slice(2));

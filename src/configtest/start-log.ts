import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './ask-server.ts';

/** The pid file is written when all is prepared (ap_log_pid), the line when the processes for requests have been made. */
export function isUp(run: string): boolean {
  return existsSync(join(run, 'httpd.pid')) && /resuming normal operations/.test(readLog(run));
}

function readLog(run: string): string {
  try {
    return readFileSync(join(run, 'error_log'), 'latin1');
  } catch {
    return '';
  }
}

/** `[Sat Nov 21 09:25:48 2026] [unixd:alert] [pid 20683:tid 20683] AH02155: ...` */
const SEVERE = /^\[[^\]]*\] \[[\w-]*:(?:emerg|alert)\] /;
const BAD = /^\[[^\]]*\] \[[\w-]*:(?:emerg|alert|crit|error)\] /;

/** A server whose processes complain like this serves nobody, even if their parent goes on. */
export function judgeLog(answer: Answer, run: string): Answer {
  const lines = readLog(run).split('\n');
  if (answer.type === 'bad') {
    const bad = lines.filter((line) => BAD.test(line));
    return { ...answer, output: [...bad, answer.output].join('\n') };
  }
  const severe = [...new Set(lines.filter((line) => SEVERE.test(line)).map(withoutTime))];
  return answer.type === 'good' && severe.length > 0 ? { type: 'bad', output: severe.join('\n') } : answer;
}

function withoutTime(line: string): string {
  return line.replace(/^\[[^\]]*\] (\[[^\]]*\])(?: \[[^\]]*\])* /, '$1 ');
}

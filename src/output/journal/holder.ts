import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../system-error.ts';

/** Who works on a run, and whether others still do. A value, so that tests can play several processes. */
export interface Processes {
  /** This process, as `judge` understands it. */
  readonly me: string;
  /** `unknown`: on another machine, or in a container whose processes can't be seen from here. */
  judge(holder: string): 'alive' | 'dead' | 'unknown';
}

/** A process id alone means nothing: ids are used again. With its start time, boot and id space it is that process for ever. */
interface Holder {
  readonly pid: number;
  readonly start: string;
  readonly boot: string;
  readonly space: string;
  readonly host: string;
}

export const realProcesses: Processes = { me: print(describe(process.pid)), judge };

function describe(pid: number): Holder {
  return {
    pid,
    start: startTime(pid) ?? '',
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()),
    space: attempt(() => readlinkSync('/proc/self/ns/pid')),
    host: hostname(),
  };
}

function print({ pid, start, boot, space, host }: Holder): string {
  return [pid, start, boot, space, host].join(' ');
}

function judge(holder: string): 'alive' | 'dead' | 'unknown' {
  const [pid = '', start = '', boot = '', space = '', host = ''] = holder.split(' ');
  const here = describe(process.pid);
  if (boot !== here.boot) return host === here.host ? 'dead' : 'unknown';
  if (host !== here.host && boot === '') return 'unknown';
  if (space !== here.space) return 'unknown';
  return isRunning(Number(pid), start) ? 'alive' : 'dead';
}

/** For messages: `process 123`, or with its machine if that is another one. */
export function holderName(holder: string): string {
  const [pid, , , , host] = holder.split(' ');
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
}

function isRunning(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (start !== '') return startTime(pid) === start;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Field 22 of proc(5)'s stat, clock ticks since boot; the name before it may hold anything. Null: no such process, or a dead one. */
function startTime(pid: number): string | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

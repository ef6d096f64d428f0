import type { Occurrence, ServerModel } from '../src/model/index.ts';
import { hasPlaceholder, quoteWord } from '../src/syntax/index.ts';
import type { TargetProfile } from '../src/target/index.ts';
import {
  defineTransform,
  findDirectives,
  mpmOf,
  placeOf,
  removeNode,
  replaceNode,
} from '../src/transform/index.ts';
import { isInPlace } from './shared/in-place.ts';

export const mutexFamily = defineTransform({
  id: 'mutex-family',
  title: 'Write lock settings as Mutex',
  stage: 'directives',
  rows: ['mutex-family'],
  directives: ['AcceptMutex', 'LockFile', 'RewriteLock', 'SSLMutex'],
  isIndependent: true,
  applicability: 'safe',
  refusedAtStart: ['absent-folder'],
  docs: {
    does: 'Replaces AcceptMutex with LockFile, RewriteLock, SSLMutex, SSLStaplingMutex and WatchdogMutexPath by one Mutex line each, or takes them away where they only stated the default.',
    why: '2.4 has one directive for all locks and refuses the old ones. It wants a mechanism, a folder instead of a lock file, and the name of the lock (ap_set_mutex in server/util_mutex.c). 2.2 used its default mechanism for RewriteLock, and for LockFile without AcceptMutex; `default:FOLDER` says that. Where such a line names a folder that is not there, 2.2 made a lock without a file, as Linux does, and the line goes: 2.4 refuses the folder. Beside `AcceptMutex flock` or `fcntl` the folder is asked for.',
    before: 'AcceptMutex fcntl\nLockFile /var/lock/httpd/accept.lock',
    after: 'Mutex fcntl:/var/lock/httpd mpm-accept',
    undo: 'Take the Mutex line away: 2.4 then chooses the mechanism and the folder.',
    limits:
      'For Debian the line is for all locks, as in its own apache2.conf (`Mutex file:${APACHE_LOCK_DIR} default`). In a copy of a tree it is not asked whether the folder exists. The event MPM has no accept lock, so there the lines just go. A line whose lock file is not known (`LockFile ${LOCK}`) stays, and report-removed-directives names it.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#mutex',
  },
  messages: {
    replaced: '2.4 refuses {name}; it says this as {line}.',
    'in-folder':
      '2.4 refuses {name}; it says this as {line}. It wants the folder, which must exist, not the lock file.',
    'absent-folder':
      '2.4 refuses {name}; it says this as {line}, and does not start with that: there is no folder {folder}. 2.2 started, but answered no request. Make the folder.',
    'no-folder':
      '2.4 refuses {name}, and a Mutex line for {folder}, which is not there. The lock of 2.2 needed no file then, nor does that of 2.4.',
    default: '2.4 refuses {name}. The line only states what 2.4 does by itself.',
    unused: '2.4 refuses {name}. It has nothing to say here: {reason}.',
  },
  run({ model, target, report }) {
    for (const directive of findDirectives(model, ...Object.keys(READERS))) {
      const fate = READERS[directive.name]!(directive, model, target);
      const { node } = directive;
      const data = { name: node.name.value, ...fate.data };
      // Where its lock file lies is not known. report-removed-directives names the line.
      if (fate.messageId === 'left') continue;
      const lines = fate.line === null ? [] : [fate.line];
      const edits = lines.length === 0 ? removeNode(directive) : replaceNode(directive, lines);
      report(placeOf(directive), fate.messageId, {
        data,
        ...(fate.messageId === 'absent-folder' ? { level: 'error' } : {}),
        fix: {
          title: lines.length === 0 ? `Remove ${node.name.value}` : `Replace ${node.name.value} by Mutex`,
          applicability: 'safe',
          edits,
        },
      });
    }
  },
});

/** What becomes of one line: a Mutex line in its place, or none. */
interface Fate {
  readonly messageId:
    'replaced' | 'in-folder' | 'absent-folder' | 'no-folder' | 'default' | 'unused' | 'left';
  readonly line: string | null;
  readonly data: Readonly<Record<string, string>>;
}

type Reader = (directive: Occurrence, model: ServerModel, target: TargetProfile) => Fate;

const BY_DEFAULT: Fate = { messageId: 'default', line: null, data: {} };

const READERS: Readonly<Record<string, Reader>> = {
  acceptmutex: readAcceptMutex,
  lockfile: readLockFile,
  rewritelock: ({ node }, model) => byDefaultIn(node.args[0]?.value ?? '', 'rewrite-map', model),
  sslmutex: ({ node }) => readSslMutex(node.args[0]?.value ?? '', 'ssl-cache'),
  sslstaplingmutex: ({ node }) => readSslMutex(node.args[0]?.value ?? '', 'ssl-stapling'),
  watchdogmutexpath: readWatchdog,
};

function readAcceptMutex(directive: Occurrence, model: ServerModel, target: TargetProfile): Fate {
  const mechanism = directive.node.args[0]?.value.toLowerCase() ?? 'default';
  if (mechanism === 'default') return BY_DEFAULT;
  const noLock = withoutAcceptLock(model, target);
  if (noLock !== null) return noLock;
  const lockFile = findDirectives(model, 'LockFile').at(-1)?.node.args[0]?.value ?? defaultLockFile(model);
  const isOfFile = mechanism === 'fcntl' || mechanism === 'flock';
  const name = acceptLock(target);
  if (lockFile === null || !isOfFile) return mutex(mechanism, name);
  const fate = inFolder(mechanism, lockFile, name);
  if (fate.data.folder === undefined || !isInPlace(model)) return fate;
  return model.hasFolder(fate.data.folder) === 'no' ? { ...fate, messageId: 'absent-folder' } : fate;
}

/**
 * That of 2.2's MPMs, where it was logs/accept.lock: the folder in which 2.4 makes its lock files need not be there (AH00023, and
 * the server does not start).
 */
function defaultLockFile({ layout }: ServerModel): string | null {
  return layout === 'debian' ? null : 'logs/accept.lock';
}

/** Beside an AcceptMutex that names a mechanism, the folder is in its Mutex line, or no file is used. */
function readLockFile({ node }: Occurrence, model: ServerModel, target: TargetProfile): Fate {
  const lockFile = node.args[0]?.value ?? '';
  if (isDefaultLockFile(lockFile, model)) return BY_DEFAULT;
  const noLock = withoutAcceptLock(model, target);
  if (noLock !== null) return noLock;
  const mechanism =
    findDirectives(model, 'AcceptMutex').at(-1)?.node.args[0]?.value.toLowerCase() ?? 'default';
  if (mechanism === 'fcntl' || mechanism === 'flock') {
    return unused('the Mutex line that replaces AcceptMutex names the folder');
  }
  if (mechanism !== 'default') {
    return unused(`${mechanism} locks need no file`);
  }
  return isDebian(target)
    ? byDefaultIn(lockFile, 'default', model, 'file')
    : byDefaultIn(lockFile, acceptLock(target), model);
}

/** Which MPM runs is decided by links that its packages make, and the lock is unknown where it is event: Debian's own line is for all locks. */
function acceptLock(target: TargetProfile): string {
  return isDebian(target) ? 'default' : 'mpm-accept';
}

function isDebian({ moduleStyle }: TargetProfile): boolean {
  return moduleStyle === 'debian-links';
}

function withoutAcceptLock(model: ServerModel, target: TargetProfile): Fate | null {
  const isPackaged = isDebian(target) && model.layout === 'debian';
  return !isPackaged && mpmOf(model, target) === 'mpm_event_module'
    ? unused('the event MPM has no accept lock')
    : null;
}

/** DEFAULT_LOCKFILE of 2.2's MPMs. */
function isDefaultLockFile(path: string, { serverRoot }: ServerModel): boolean {
  return path === 'logs/accept.lock' || path === `${serverRoot}/logs/accept.lock`;
}

/** `mechanism[:file]` as ssl_cmd_SSLMutex of 2.2 reads it. 2.4 knows no `none` for these locks: it makes one only if it needs it. */
function readSslMutex(value: string, name: string): Fate {
  const colon = value.indexOf(':');
  const mechanism = (colon === -1 ? value : value.slice(0, colon)).toLowerCase();
  if (['none', 'no', 'default', 'yes'].includes(mechanism)) return BY_DEFAULT;
  const path = colon === -1 ? '' : value.slice(colon + 1);
  if (path === '' || !['file', 'fcntl', 'flock'].includes(mechanism)) return mutex(mechanism, name);
  return inFolder(mechanism, path, name);
}

function readWatchdog({ node }: Occurrence, model: ServerModel, target: TargetProfile): Fate {
  const isLoaded = model.modules.some(({ identifier }) => identifier === 'watchdog_module');
  if (isLoaded || target.builtin.has('watchdog_module')) {
    return inFolder('default', node.args[0]?.value ?? '', 'watchdog-callback');
  }
  return unused('mod_watchdog is not loaded');
}

/** 2.2's default mechanism: whether it uses the file depends on the system, and where it does the folder is there. */
function byDefaultIn(lockFile: string, name: string, model: ServerModel, mechanism = 'default'): Fate {
  const fate = inFolder(mechanism, lockFile, name);
  const folder = fate.data.folder ?? '';
  const isMissing = model.statedRoot === model.serverRoot && model.hasFolder(folder) === 'no';
  return fate.messageId === 'in-folder' && isMissing
    ? { messageId: 'no-folder', line: null, data: { folder } }
    : fate;
}

/** The Mutex line with the folder of the lock file. */
function inFolder(mechanism: string, lockFile: string, name: string): Fate {
  const slash = lockFile.lastIndexOf('/');
  // A variable without a slash behind it may hold folders of its own.
  if (lockFile === '' || hasPlaceholder(lockFile.slice(slash + 1))) {
    return { messageId: 'left', line: null, data: {} };
  }
  const folder = slash === -1 ? '.' : lockFile.slice(0, slash) || '/';
  const { line, data } = mutex(`${mechanism}:${folder}`, name);
  return { messageId: 'in-folder', line, data: { ...data, folder } };
}

function mutex(mechanism: string, name: string): Fate {
  const line = `Mutex ${quoteWord(mechanism)} ${name}`;
  return { messageId: 'replaced', line, data: { line } };
}

function unused(reason: string): Fate {
  return { messageId: 'unused', line: null, data: { reason } };
}

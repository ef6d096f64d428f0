import type { Occurrence, Scope } from '../src/model/index.ts';
import { defineTransform, findDirectives, placeOf, replaceArguments } from '../src/transform/index.ts';
import { placeServerLine } from './shared/server-line.ts';

export const defaultFileEtag = defineTransform({
  id: 'default-file-etag',
  title: 'Offer FileETag INode MTime Size, the old default',
  stage: 'defaults',
  rows: ['default-file-etag'],
  directives: ['FileETag'],
  isIndependent: true,
  applicability: 'review',
  unsetDefaults: ['offered'],
  docs: {
    does: 'Offers `FileETag INode MTime Size` where the main server has no FileETag, and writes out lines with signs, which add to the default.',
    why: 'The default was INode MTime Size in 2.2 and is MTime Size in 2.4 (ETAG_BACKWARD in http_core.h). Caches that hold the old tags ask for the files once more. The inode tells several servers with the same files apart, which is why it went.',
    before: 'FileETag -Size',
    after: 'FileETag INode MTime Size',
    undo: 'Take the line away: 2.4 then leaves the inode out.',
    limits:
      'Where a line with signs and another FileETag may apply to one file, nothing is offered: what the former comes to depends on the latter, and a line for the whole server would be around both.',
    link: 'https://httpd.apache.org/docs/2.4/mod/core.html#fileetag',
  },
  messages: {
    offered:
      'FileETag is not set for the whole server. Its default no longer includes the inode: caches fetch each file once more after the upgrade.',
    'relative-among-others':
      'This FileETag adds to the default, which no longer includes the inode in 2.4, or to another FileETag line around it: what it comes to is not worked out. If caches should keep the tags that 2.2 made, write the parts out in each place: INode, MTime and Size.',
    relative:
      'This FileETag adds to the default, which no longer includes the inode in 2.4. In 2.2 the tag was made of {parts}.',
  },
  run({ model, writtenFor, report }) {
    if (writtenFor === '2.4' || model.kind !== 'server') return;
    const lines = findDirectives(model, 'FileETag');
    const isRelative = ({ args }: Occurrence): boolean => args.every((word) => /^[+-]/.test(word));
    const ofServer = lines.filter(({ scope }) => scope === model.main);
    if (!ofServer.every(isRelative)) return;
    const relative = lines.filter(isRelative);
    // What is written for the whole server would be around all of them, too.
    if (relative.some((line) => lines.some((other) => other !== line && mayMeet(line, other)))) {
      for (const line of relative) report(placeOf(line), 'relative-among-others', { level: 'warning' });
      return;
    }
    const pin = ofServer.length > 0 ? null : placeServerLine(model.main, `FileETag ${ALL.join(' ')}`);
    if (pin !== null) {
      report(pin.place, 'offered', {
        fix: { title: 'Write FileETag INode MTime Size', applicability: 'review', edits: pin.edits },
      });
    }
    for (const line of relative) {
      const parts = partsOf(line).join(' ');
      report(placeOf(line), 'relative', {
        data: { parts },
        level: 'warning',
        fix: {
          title: `Write FileETag ${parts}`,
          applicability: 'review',
          edits: replaceArguments(line, parts),
        },
      });
    }
  },
});

const ALL: readonly string[] = ['INode', 'MTime', 'Size'];
const SAME_AS_MTIME: ReadonlySet<string> = new Set(['lmtime', 'lastmodified']);

/** What a line with signs alone makes: what is added, and the default if that is nothing (ap_make_etag in http_etag.c). */
function partsOf({ args }: Occurrence): readonly string[] {
  const added = new Set<string>();
  for (const word of args) {
    const name = word.slice(1).toLowerCase();
    const part = SAME_AS_MTIME.has(name) ? 'mtime' : name;
    if (word.startsWith('+')) added.add(part);
    else added.delete(part);
  }
  const parts = ALL.filter((part) => added.has(part.toLowerCase()));
  return parts.length === 0 ? ALL : parts;
}

/** Whether both lines may apply to one file: not where each is in a Directory of its own, beside the other. */
function mayMeet(line: Occurrence, other: Occurrence): boolean {
  const [one, two] = [line, other].map(({ scope }) => plainFolder(scope));
  if (one === undefined || two === undefined || one === null || two === null) return true;
  return one.startsWith(two) || two.startsWith(one);
}

/** With a slash at its end; null for what is no Directory without wildcards. */
function plainFolder({ kind, args, file }: Scope): string | null {
  const [path = ''] = args;
  const isPlain = kind === 'directory' && file.role !== 'htaccess' && /^\/[^*?[~]*$/.test(path);
  return isPlain ? `${path.replace(/\/+$/, '')}/` : null;
}

import { isAbsolute } from 'node:path';
import type { Entry, FolderTime, Journal, OpenPoint, Version } from './types.ts';

/**
 * The journal in a text (one character per byte), or null if it is none, or one of a later program. Checked field by field: what it
 * says is done to files as whoever asks for it, though nobody but its owner could write it.
 */
export function parseJournal(text: string): Journal | null {
  const json = parseJson(Buffer.from(text, 'latin1').toString('utf8'));
  if (!isRecord(json) || json['version'] !== 1) return null;
  const { started, paths, read, entries, made, folders = [] } = json;
  if (typeof started !== 'string' || !isPaths(paths) || !isPaths(read) || !Array.isArray(entries))
    return null;
  if (!entries.every(isEntry) || !isFolderTimes(folders)) return null;
  if (made !== undefined && !isPaths(made)) return null;
  const { open, replaces } = json;
  return {
    version: 1,
    started,
    paths,
    read,
    entries,
    ...(made && { made }),
    folders,
    ...(Array.isArray(open) && { open: open.filter(isOpenPoint) }),
    ...(typeof replaces === 'string' && { replaces }),
  };
}

function isOpenPoint(value: unknown): value is OpenPoint {
  if (!isRecord(value) || !isPath(value['path'])) return false;
  const { transform, messageId, level, message, line, column, text, applicability, fixTitle } = value;
  return (
    [transform, messageId, message].every((word) => typeof word === 'string') &&
    [text, fixTitle].every((word) => word === null || typeof word === 'string') &&
    [line, column].every((number) => number === null || Number.isInteger(number)) &&
    [value['applied'], value['isListed'], value['isUnsetDefault']].every(
      (flag) => typeof flag === 'boolean',
    ) &&
    ['error', 'warning', 'info'].includes(String(level)) &&
    ['safe', 'review', 'manual', 'null'].includes(String(applicability))
  );
}

export function isFolderTimes(value: unknown): value is FolderTime[] {
  return Array.isArray(value) && value.every(isFolderTime);
}

function isFolderTime(value: unknown): value is FolderTime {
  return isRecord(value) && isPath(value['path']) && Number.isFinite(value['mtimeMs']);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && isAbsolute(value) && !value.split('/').includes('..');
}

function isPaths(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isPath);
}

function isEntry(value: unknown): value is Entry {
  if (!isRecord(value) || !isPath(value['path'])) return false;
  const { from, twin, old, new: next } = value;
  return (
    [from, twin].every((path) => path === undefined || isPath(path)) &&
    isVersionOrNull(old) &&
    isVersionOrNull(next)
  );
}

function isVersionOrNull(value: unknown): value is Version | null {
  if (value === null) return true;
  if (!isRecord(value)) return false;
  if (value['type'] === 'link') return typeof value['target'] === 'string';
  const { sha256, mode, uid, gid } = value;
  return value['type'] === 'file' && typeof sha256 === 'string' && [mode, uid, gid].every(Number.isInteger);
}

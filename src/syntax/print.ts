import { leaves } from './leaves.ts';
import type { Document } from './nodes.ts';

/** The file's bytes: its leaves one behind the other, nothing else. */
export function print(document: Document): string {
  const { text } = document.source;
  const parts: string[] = [];
  for (const { start, end } of leaves(document)) parts.push(text.slice(start, end));
  return parts.join('');
}

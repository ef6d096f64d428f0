import { holdsFolders } from '../../output/index.ts';

/**
 * What root is told where files were changed by their paths, for want of names for open folders (docs/hostile-input.md): one line, or
 * nothing for everybody else, who can be led to no files but their own.
 */
export function unheldNote(): string {
  return process.geteuid?.() === 0 && !holdsFolders() ? `httpd-codemod: ${NOTE}\n` : '';
}

const NOTE =
  "folders can't be held open here (there is no /proc/self/fd): whoever owns a folder of this tree could exchange it meanwhile and " +
  "lead root elsewhere. Don't run this as root on folders of people whom you do not trust.";

import type { ServerModel } from '../../model/index.ts';
import { visible } from '../../text/index.ts';

/** What is not known of a tree's answers, for want of folders that this machine or this user does not have; '' if all were searched. */
export function unsearchedNote({ unknowns }: ServerModel): string {
  const folders = unknowns.filter(({ kind }) => kind === 'folder').map(({ subject }) => subject);
  if (folders.length === 0) return '';
  const named = visible(folders.join('; '));
  return `httpd-codemod: could not be searched for .htaccess files, or not read: ${named}. They could change what requests there are answered, which is not known (-).\n`;
}

import type { Occurrence } from '../../model/index.ts';
import { fixedStart } from '../addresses/index.ts';

/** The top folders of a Unix system (FHS 3.0): a path that a RewriteRule makes is one of the file system if its first folder is there. */
const TOP =
  /^\/(?:bin|boot|dev|etc|home|lib(?:32|64)?|media|mnt|opt|proc|root|run|s?bin|srv|sys|tmp|usr|var)(?:\/|$)/;

/** What a line that maps addresses leads to, as far as it is written out; null where that is no folder for certain. */
export function exposedFolder({ name, args }: Occurrence): string | null {
  if (name === 'userdir') return homes(args);
  const target = fixedStart(name === 'rewriterule' ? (args[1] ?? '') : (args.at(-1) ?? ''));
  if (name === 'rewriterule') return TOP.test(target) ? target : null;
  return /alias|documentroot$/.test(name) && target !== '' ? target : null;
}

/** Where users' folders lie; null where the line says whose are served (`set_user_dir`, mod_userdir.c). */
function homes([first = '', ...more]: readonly string[]): string | null {
  if (first === '' || /^(?:disabled|enabled)$/i.test(first)) return null;
  const folder = [first, ...more].find((word) => !/^https?:/i.test(word));
  if (folder === undefined) return null;
  return folder.startsWith('/') ? folder.replace(/\*.*/s, '') : '/home';
}

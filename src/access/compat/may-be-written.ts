import type { Override } from '../override.ts';
import { permits } from '../override.ts';
import type { ReadArrival } from '../rewrite/judge.ts';
import type { CompatRepair } from './repair.ts';

/** Whether the lines are permitted where requests come to the section: in a .htaccess file AllowOverride has a say. */
export function mayBeWritten(repair: CompatRepair, { section, pair }: ReadArrival): boolean {
  const around = section.parent ?? section;
  if (around.matcher.type !== 'htaccess') return true;
  return newNames(repair).every((name) => isPermitted(pair.before.override, name));
}

function newNames({ host, satisfy, trees }: CompatRepair): string[] {
  return [
    ...(host === null ? [] : ['order']),
    ...(satisfy === null || satisfy.length === 0 ? [] : ['satisfy']),
    ...(trees === null ? [] : ['require']),
  ];
}

function isPermitted(override: Override, name: string): boolean {
  return permits(override, name, '2.4');
}

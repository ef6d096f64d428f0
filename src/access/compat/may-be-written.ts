import { permits } from '../states/override.ts';
import type { ReadArrival } from '../rewrite/judge.ts';
import type { CompatRepair } from '../rewrite/compat-repair.ts';

/** Whether the lines are permitted where requests come to the section: in a .htaccess file AllowOverride counts. */
export function mayBeWritten(repair: CompatRepair, { section, pair }: ReadArrival): boolean {
  const around = section.parent ?? section;
  if (around.matcher.type !== 'htaccess') return true;
  return newNames(repair).every((name) => permits(pair.before.override, name, '2.4'));
}

function newNames({ host, satisfy, trees }: CompatRepair): string[] {
  return [
    ...(host === null ? [] : ['order']),
    ...(satisfy === null ? [] : ['satisfy']),
    ...(trees === null ? [] : ['require']),
  ];
}

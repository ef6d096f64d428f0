import { flatLines } from '../../src/access/index.ts';
import type { AccessLine, AccessSection } from '../../src/access/index.ts';

const MOST_TAGS_SHOWN = 3;

/** The tags of a template on which the rules of a section depend, and what to do about them. */
export function describeTags(section: AccessSection): { readonly tags: string; readonly loop: string } {
  const lines = flatLines(section.entries);
  const all = [...new Set(lines.flatMap(tagsAround))];
  const more = all.length - MOST_TAGS_SHOWN;
  const shown = all.slice(0, MOST_TAGS_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return {
    tags: all.length === 0 ? 'tags around rules that it inherits' : shown,
    loop: hasLoopsOnly(lines)
      ? ' A loop without a round leaves no Require line: 2.2 asks for no password then, and 2.4 answers 500. Write one Require line outside of the loop, then run again.'
      : '',
  };
}

function tagsAround({ guards }: AccessLine): string[] {
  return guards
    .filter(({ kind }) => kind === 'template')
    .map(({ asker, node }) => `\`${asker?.tag || node.open.name.value}\``);
}

/** Whether all that says who gets in are Require lines in loops. */
function hasLoopsOnly(lines: readonly AccessLine[]): boolean {
  const rules = lines.filter(({ name }) => /^(?:order|allow|deny|require)$/.test(name));
  const isInLoop = ({ name, guards }: AccessLine) =>
    name === 'require' && guards.some(({ asker }) => asker?.isLoop === true);
  return rules.length > 0 && rules.every(isInLoop);
}

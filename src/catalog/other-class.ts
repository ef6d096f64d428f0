import { directive24, directives22 } from './directives.ts';
import { lazy } from './lazy.ts';
import { overrideClasses } from './placement.ts';

/**
 * What 2.2 permits in .htaccess files by other classes of AllowOverride than 2.4, in lower case, `<name` for a section: `Substitute`
 * by any (2.4: FileInfo), Limit sections by any (2.4: Limit and AuthConfig). From the command tables of both.
 */
export const namesOfOtherClass = lazy((): ReadonlySet<string> => {
  const names = directives22().flatMap((facts) => {
    const name = `${facts.section ? '<' : ''}${facts.name.toLowerCase()}`;
    const now = directive24(name);
    const [before, after] = [facts, now].map((each) => (each === null ? [] : overrideClasses(each)));
    return now !== null && before?.join() !== after?.join() ? [name] : [];
  });
  return new Set(names);
});

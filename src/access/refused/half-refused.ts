import type { ModelFile, Scope, ServerModel } from '../../model/index.ts';
import { groupBy } from '../../text/index.ts';
import { AUTHORITATIVE, HOST_AND_SATISFY } from '../sections/access-directives.ts';
import { misspeltLine } from '../sections/misspelt-line.ts';
import { isAtOrBelow, joinComponents } from '../folders/paths.ts';
import type { AccessSection } from '../sections/types.ts';
import type { World } from '../sections/worlds.ts';
import type { Override } from '../states/override.ts';
import { forbiddenNames, permitsAll, refuses } from '../states/override.ts';
import type { Openings } from './htaccess-openings.ts';
import { htaccessOpenings } from './htaccess-openings.ts';
import { mayRefuse } from './refused-htaccess.ts';

/** A .htaccess file that 2.2 refuses (500) in one virtual host and that 2.4 would take there, once it is rewritten for another server. */
export interface HalfRefused {
  readonly server: Scope;
  readonly folder: string;
  readonly file: ModelFile;
}

/**
 * Those of the tree. What is rewritten in such a file for the one server says Require, which AuthConfig permits, where 2.2 missed
 * the permission for Order or Satisfy. One with lines for either version need not be taken anywhere else. Files below another one
 * of the same server are refused with it.
 */
export function halfRefusedFiles(model: ServerModel): HalfRefused[] {
  if (model.htaccess.length === 0 || !mayRefuse(model)) return [];
  const met = (htaccessOpenings(model, '2.2') ?? []).flatMap(meetingsIn);
  const refused = [...groupBy(met, ({ section }) => section.scope).values()].flatMap((ofFile) => {
    const isElsewhereTaken = ofFile.some(({ answer }) => answer === 'taken');
    return refusedIn(ofFile, isElsewhereTaken ? ['taken by 2.4', 'taken if rewritten'] : ['taken by 2.4']);
  });
  return refused
    .filter((each) => !refused.some((other) => isInside(each, other)))
    .map(({ server, section }) => ({
      server,
      folder: joinComponents(pathOf(section)),
      file: section.scope.file,
    }));
}

/** What becomes of a file in one server. */
interface Meeting {
  readonly server: Scope;
  readonly section: AccessSection;
  readonly answer: Answer;
}

/** Of those that 2.2 refuses: what 2.4 makes of it. */
type Answer = 'taken' | 'taken by 2.4' | 'taken if rewritten' | 'refused';

/** One for each server whose answers are all among these. */
function refusedIn(ofFile: readonly Meeting[], wanted: readonly Answer[]): Meeting[] {
  return [...groupBy(ofFile, ({ server }) => server).values()].flatMap((inServer) => {
    return inServer.every(({ answer }) => wanted.includes(answer)) ? inServer.slice(0, 1) : [];
  });
}

function isInside(inner: Meeting, outer: Meeting): boolean {
  const isElsewhere = inner.section.scope === outer.section.scope || inner.server !== outer.server;
  return !isElsewhere && isAtOrBelow(pathOf(inner.section), pathOf(outer.section));
}

function pathOf({ matcher }: AccessSection): readonly string[] {
  return matcher.type === 'htaccess' ? matcher.path : [];
}

function meetingsIn({ world, files }: Openings): Meeting[] {
  return [...files].flatMap(([section, opened]) =>
    opened.map(({ server, override }) => ({ server, section, answer: answerTo(section, override, world) })),
  );
}

function answerTo(htaccess: AccessSection, override: Override, world: World): Answer {
  if (misspeltLine(htaccess.scope, '2.2', world) !== null || refuses(htaccess, '2.2', world))
    return 'refused';
  const forbidden = forbiddenNames(override, htaccess, '2.2', world);
  if (forbidden.length === 0) return 'taken';
  if (permitsAll({ ...override, accessCompat: false }, htaccess, '2.4', world)) return 'taken by 2.4';
  const mayRequire = override.classes.some((each) => PERMITS_REQUIRE.has(each));
  return mayRequire && forbidden.every(isRewritten) ? 'taken if rewritten' : 'refused';
}

/** By itself, or by the AllowOverrideList that is written beside it. */
const PERMITS_REQUIRE: ReadonlySet<string> = new Set(['AuthConfig', 'Limit']);

function isRewritten(name: string): boolean {
  return name === 'require' || HOST_AND_SATISFY.has(name) || AUTHORITATIVE.has(name);
}

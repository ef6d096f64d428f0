import { AUTHORITATIVE, HOST_AND_SATISFY } from '../sections/access-directives.ts';
import { directive22, directive24, overrideClasses } from '../../catalog/index.ts';
import { isRequireContainer } from '../../model/index.ts';
import type { Guard, Scope } from '../../model/index.ts';
import { misspeltLine } from '../sections/misspelt-line.ts';
import type { AccessLine, AccessSection } from '../sections/types.ts';
import { rememberPerForm } from './form.ts';
import { linesRead } from './own-state.ts';
import type { OptionSet } from './permitted-options.ts';
import { EVERY_OPTION, permittedOptions, usedOptions } from './permitted-options.ts';
import type { Version, World } from '../sections/worlds.ts';
import { isLive, rememberPerWorld } from '../sections/worlds.ts';

/**
 * What .htaccess files may say: the classes of AllowOverride and the names of AllowOverrideList (2.4). `unset` is
 * 2.4's default: it is not None, for the file is opened and nothing is permitted in it (OR_UNSET|OR_NONE).
 */
export interface Override {
  readonly classes: readonly string[];
  readonly names: readonly string[];
  /** Which Options, where the class or the name permits any (`core_opts_merge`, server/request.c). */
  readonly options: OptionSet;
  readonly unset: boolean;
  /** Whether there is an AllowOverrideList by which the file is opened, whatever it permits. */
  readonly opensByList: boolean;
  /** AllowOverride Nonfatal (2.4): lines that are not permitted, or not known, are ignored, and the others count. */
  readonly isLenient: boolean;
  /** Whether the server has mod_access_compat: if not, Order, Allow, Deny and Satisfy are no directives at all. */
  readonly accessCompat: boolean;
}

const EVERY_CLASS = ['AuthConfig', 'FileInfo', 'Indexes', 'Limit', 'Options'];

/** In force before any section says otherwise. */
export const DEFAULT_OVERRIDE: Readonly<Record<Version, Override>> = {
  '2.2': {
    classes: EVERY_CLASS,
    names: [],
    options: EVERY_OPTION,
    unset: false,
    opensByList: false,
    isLenient: false,
    accessCompat: true,
  },
  '2.4': {
    classes: [],
    names: [],
    options: EVERY_OPTION,
    unset: true,
    opensByList: false,
    isLenient: false,
    accessCompat: true,
  },
};

/** What the section says about overriding, merged onto what is in force. */
export function mergeOverride(
  outer: Override,
  section: AccessSection,
  version: Version,
  world: World,
): Override {
  const { classes, names, options, opensByList, isLenient } = ownOverride(section, version, world);
  const override = classes === null ? outer : { ...outer, classes, options, isLenient, unset: false };
  return names === null ? override : { ...override, names, opensByList };
}

interface OwnOverride {
  readonly classes: readonly string[] | null;
  readonly names: readonly string[] | null;
  readonly options: OptionSet;
  readonly opensByList: boolean;
  readonly isLenient: boolean;
}

/** What the section's own lines say about overriding; null: nothing. */
export function ownOverride(section: AccessSection, version: Version, world: World): OwnOverride {
  return OWN_OVERRIDE[version](section, world);
}

/** Those that affect what a .htaccess file may, and the files: a walk past all others ends the same. */
export function overridingSections(
  sections: readonly AccessSection[],
  version: Version,
  world: World,
): AccessSection[] {
  return sections.filter(
    (section) => section.matcher.type === 'htaccess' || ownOverride(section, version, world) !== NO_OVERRIDE,
  );
}

const OWN_OVERRIDE = {
  '2.2': rememberPerForm((section, world) => readOverride(linesRead(section, '2.2', world), '2.2')),
  '2.4': rememberPerForm((section, world) => readOverride(linesRead(section, '2.4', world), '2.4')),
};

/** By most sections. */
const NO_OVERRIDE: OwnOverride = {
  classes: null,
  names: null,
  options: permittedOptions([]),
  opensByList: false,
  isLenient: false,
};

function readOverride(lines: readonly AccessLine[], version: Version): OwnOverride {
  const overrides = lines.filter(({ name }) => name === 'allowoverride');
  const allowed = overrides.at(-1);
  // A text of 2.4 that is read as one of 2.2 is to be left as it is.
  const listed = version === '2.2' ? undefined : lines.findLast(({ name }) => name === 'allowoverridelist');
  if (allowed === undefined && listed === undefined) return NO_OVERRIDE;
  return {
    classes: allowed === undefined ? null : classesOf(allowed.args),
    names: listed === undefined ? null : namesOf(listed.args),
    options: permittedOptions(overrides.flatMap(({ args }) => args)),
    opensByList: listed !== undefined && emptyListOpens(listed),
    isLenient: version === '2.4' && (allowed?.args.some((word) => /^nonfatal=/i.test(word)) ?? false),
  };
}

/** Whether any AllowOverrideList opens .htaccess files, even an empty one: so did ap_directory_walk (server/request.c) before 2.4.20. */
export function emptyListOpens({ release = Infinity }: AccessLine): boolean {
  return release < 20;
}

function namesOf(args: readonly string[]): string[] {
  return args.map((arg) => arg.toLowerCase()).filter((arg) => arg !== 'none');
}

/** Whether .htaccess files are opened at all (ap_directory_walk, server/request.c): by `Nonfatal=All` alone, too. */
export function readsHtaccess({ classes, names, unset, opensByList, isLenient }: Override): boolean {
  return unset || opensByList || isLenient || classes.length > 0 || names.length > 0;
}

/** Whether everything that the file says is permitted, and understood; if not the server answers 500 to all below it. */
export function permitsAll(
  override: Override,
  htaccess: AccessSection,
  version: Version,
  world: World,
): boolean {
  return (
    forbiddenNames(override, htaccess, version, world).length === 0 &&
    misspeltIn[version](htaccess, world).found === null &&
    !refuses(htaccess, version, world)
  );
}

/** Whether the server does not know a line of the file, or not with these words. */
export function refuses({ refusing }: AccessSection, version: Version, world: World): boolean {
  return refusing?.[version].some(({ guards }) => isLive(guards, version, world)) ?? false;
}

/** What the file says and may not, in lower case. */
export function forbiddenNames(
  override: Override,
  htaccess: AccessSection,
  version: Version,
  world: World,
): string[] {
  const names = namesIn[version](htaccess, world);
  // A guard is permitted wherever any class is.
  const guards =
    override.classes.length > 0
      ? []
      : new Set([...guardsIn(htaccess), ...guardsOfLines(htaccess.scope, [], version, world)]);
  const odd = [...guards].filter((name) => !override.names.includes(name));
  const hasOddOptions = (optionsIn[version](htaccess, world).used & ~override.options) !== 0;
  const isForbidden = (name: string) =>
    !permits(override, name, version) || (name === 'options' && hasOddOptions);
  return [...odd, ...names.filter(isForbidden)];
}

const optionsIn = {
  '2.2': rememberPerWorld(({ scope }, world) => ({ used: usedOptions(scope, [], '2.2', world) })),
  '2.4': rememberPerWorld(({ scope }, world) => ({ used: usedOptions(scope, [], '2.4', world) })),
};

const misspeltIn = {
  '2.2': rememberPerWorld(({ scope }, world) => ({ found: misspeltLine(scope, '2.2', world) })),
  '2.4': rememberPerWorld(({ scope }, world) => ({ found: misspeltLine(scope, '2.4', world) })),
};

/** A guard is a directive, too, be it true or false: `<ifmodule`. These are what the file itself holds, empty or not. */
function guardsIn({ scope }: AccessSection): string[] {
  return scope.file.document.children.flatMap((node) => {
    const name = node.type === 'section' ? node.open.name.value.toLowerCase() : '';
    return name.startsWith('if') ? [`<${name}`] : [];
  });
}

/** Those around the lines of a scope, as far as they stand where the server reads: inside of guards that hold. */
function guardsOfLines(scope: Scope, around: readonly Guard[], version: Version, world: World): string[] {
  return scope.items.flatMap((item) => {
    const read = item.guards.filter((_, i) =>
      isLive([...around, ...item.guards.slice(0, i)], version, world),
    );
    const inside =
      item.type === 'scope' ? guardsOfLines(item, [...around, ...item.guards], version, world) : [];
    return [...read.map(({ kind }) => `<${kind}`), ...inside];
  });
}

const namesIn = {
  '2.2': rememberPerWorld(({ scope }, world) => [...new Set(directiveNames(scope, [], '2.2', world))]),
  '2.4': rememberPerWorld(({ scope }, world) => [...new Set(directiveNames(scope, [], '2.4', world))]),
};

/** Whether a .htaccess file may say the directive (lower case). */
export function permits(override: Override, name: string, version: Version): boolean {
  if (version === '2.4' && !isKnownTo24(name, override)) return false;
  if (override.names.includes(name)) return true;
  const facts = version === '2.2' ? directive22(name) : directive24(name);
  // A module of somebody else's: which class it asks for is not known, but it asks for one.
  if (facts === null) return override.classes.length > 0;
  const classes = overrideClasses(facts);
  return classes.some((each) => override.classes.includes(each));
}

/** Of the lines about access; a line that a server does not know is answered with 500, too. */
function isKnownTo24(name: string, { accessCompat }: Override): boolean {
  return !AUTHORITATIVE.has(name) && (accessCompat || !HOST_AND_SATISFY.has(name));
}

/** Names of all directives and sections (`<name`) that the server reads; guards are none. */
function directiveNames(scope: Scope, around: readonly Guard[], version: Version, world: World): string[] {
  return scope.items.flatMap((item) => {
    const guards = [...around, ...item.guards];
    if (!isLive(guards, version, world)) return [];
    if (item.type === 'occurrence') return [item.name];
    const inside = directiveNames(item, guards, version, world);
    return [`<${item.name}`, ...(isRequireContainer(item.name) ? inside.filter(isNotOfAuth) : inside)];
  });
}

/** What of a container's lines asks for a permission: add_authz_section (mod_authz_core.c) gives those of AuthConfig to all in it. */
function isNotOfAuth(name: string): boolean {
  const facts = directive24(name);
  return facts === null || !overrideClasses(facts).includes('AuthConfig');
}

/** The classes that an AllowOverride line permits. `None` takes back what stands before it (set_override, server/core.c). */
export function classesOf(args: readonly string[]): string[] {
  const words = args.map((arg) => arg.toLowerCase().replace(/=.*/, ''));
  const counted = words.slice(words.lastIndexOf('none') + 1);
  if (counted.includes('all')) return EVERY_CLASS;
  return EVERY_CLASS.filter((each) => counted.includes(each.toLowerCase()));
}

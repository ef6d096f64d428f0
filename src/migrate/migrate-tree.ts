import { posix } from 'node:path';
import {
  findUnknowns,
  findUnreadFiles,
  guardNodes,
  refusedByVersions,
  refusedHtaccessFiles,
  undecidedRules,
  unknownContexts,
} from '../access/index.ts';
import {
  buildModel,
  createParseCache,
  isModelFailure,
  itemsGuarded,
  linesNamed,
  patchedReader,
} from '../model/index.ts';
import type {
  Guard,
  ModelFailure,
  ModelRequest,
  ParseCache,
  Occurrence,
  Remains,
  ServerModel,
  TreeReader,
} from '../model/index.ts';
import { buildPatchSet } from '../patch/index.ts';
import type { PatchSet } from '../patch/index.ts';
import { count, positionAt, timed } from '../text/index.ts';
import { accessSignOf24, oldAccessLine, runPipeline, signOf24 } from '../transform/index.ts';
import type { PipelineResult, Transform } from '../transform/index.ts';
import { transforms as allTransforms } from '../../transforms/index.ts';
import { isConverted, isLeftToTemplate, ofUnconverted, proveAccess, provePartly } from './access-proof.ts';
import { pathDifferences } from './fill-paths.ts';
import { renderingDifferences } from './renderings.ts';
import { refusedForSpelling, refusedForUnknown } from './refused-for-unknown.ts';
import { collectFindings } from './collect-findings.ts';
import { compatFindings } from './compat-findings.ts';
import { silenceFindings } from './silence/silence-findings.ts';
import type { DualMigration } from './write-dual.ts';
import { writeDual } from './write-dual.ts';
import type { Attempt, Contradicting } from './without-contradictions.ts';
import { withoutContradictions } from './without-contradictions.ts';
import type { AnswerDifference, DirectivePlace, MigrateOptions, Migration } from './types.ts';

/** Compares who gets in before (under 2.2) and after (under 2.4); [] where the answers are the same. @param written what was before, as 2.4 reads it */
export type AccessProof = (
  before: ServerModel,
  after: ServerModel,
  options: MigrateOptions,
  written?: ServerModel,
) => readonly AnswerDifference[];

export interface MigrateRequest extends Omit<ModelRequest, 'target' | 'defines'> {
  readonly options: MigrateOptions;
  /** Instead of all that the program has. */
  readonly transforms?: readonly Transform[];
  /** Instead of the program's own; null: no proof. */
  readonly proveAccess?: AccessProof | null;
}

/**
 * The migration of what `request.path` leads to, and of nothing around it.
 * @throws Error only for an error of the program itself (a transform that fails, or edits that overlap).
 */
export function migrateTree(request: MigrateRequest, reader: TreeReader): Migration | ModelFailure {
  const { options, transforms = allTransforms, ...tree } = request;
  const wanted = { ...tree, defines: options.defines, target: options.target };
  const cache = createParseCache(tree.template);
  const first = modelBuilder(wanted, reader, cache)({ files: [], links: [] });
  if (isModelFailure(first)) return first;
  const original = readOriginal(first, wanted, options, (read) => modelBuilder(read, reader, cache));
  const { model, sign, origin, isHalf } = original;
  const isMigrated = origin === '2.2' || isHalf;
  const isRequire = isMigrated && options.access === 'require' && isChosen('convert-access-control', options);
  const open = isRequire ? timed('unknowns', () => undecidedRules(model)) : [];
  const proverOf = createProvers(request, original, open.length > 0);
  const attempt = createAttempts(original, transforms, options, proverOf, reader);
  const mayDrop = options.semantics === 'exact' && !isDual(options, original);
  const { result, written, differences } = mayDrop
    ? withoutContradictions(attempt, () => guardNodes(model))
    : attempt(new Set());
  const prover = proverOf(result);
  const compared = ofUnconverted(differences ?? [], model, result);
  const isRight = differences !== null && compared.length === 0;
  const changes = buildPatchSet(written.patches, written.links, written.folders);
  const read = asRead(model, wanted);
  const place = { request: isHalf ? { ...read, readBy: '2.4' as const } : read, reader, options };
  const whole = prover === proveAccess && origin === '2.2' ? written.model : null;
  const asked = timed('unknowns', () => (isMigrated ? findUnknowns(model) : findUnreadFiles(model)));
  const refused = [
    ...compared,
    ...(isRight && prover !== null ? pathDifferences(model, changes, prover, place) : []),
    ...(isRight && prover !== null
      ? timed('renderings', () => renderingDifferences(changes, prover, place, whole))
      : []),
    ...(isRequire ? [...refusedForUnknown(model, open), ...refusedForSpelling(model, asked)] : []),
  ];
  const isWholeProof = !isLeftToTemplate(result) && (prover !== provePartly || isConverted(result));
  const isProven = differences !== null && refused.length === 0 && prover !== provePartly;
  const contexts = isProven ? unknownContexts(model, written.model, options.semantics) : [];
  const unknowns = [...asked, ...contexts];
  const found = timed('findings', () => [
    ...collectFindings(model, unknowns, result),
    ...written.findings,
    ...(isListed(request, original) ? compatFindings(model, written.model, changes) : []),
  ]);
  const ids = transforms.map(({ id }) => id);
  // The models hold it, and the first one goes on to who prints it.
  cache.clear();
  return {
    // A new object: what was found out of the other goes with it.
    model: { ...model },
    after: modelWhenAsked({ ...asRead(model, wanted), readBy: model.readBy }, reader, changes),
    signOf24: sign === null ? null : directivePlace(sign),
    patchSet: changes,
    ...silenceFindings(model, found, ids, options),
    unknowns,
    proof: differences !== null && isWholeProof ? 'made' : 'none',
    refused: [...written.refused, ...refused],
  };
}

/** The tree as it is, and as changes make it. */
interface Original {
  readonly model: ServerModel;
  /** The line by which it is known to be 2.4's; null for a tree of 2.2. */
  readonly sign: Occurrence | null;
  readonly origin: '2.2' | '2.4';
  /** Half migrated: a 2.4 with mod_access_compat reads it, and what that answers is to stay. */
  readonly isHalf: boolean;
  readonly rebuild: (changes: PatchSet, earlier?: Remains) => ServerModel;
}

/** @param first the tree read as one of 2.2 */
function readOriginal(
  first: ServerModel,
  wanted: ModelRequest,
  options: MigrateOptions,
  builder: (read: ModelRequest) => Builder,
): Original {
  const sign = timed('version', () => (options.readAs === '2.2' ? accessSignOf24(first) : signOf24(first)));
  const origin = sign === null && options.readAs !== '2.4' ? '2.2' : '2.4';
  const isHalf = origin === '2.4' && options.access === 'require' && oldAccessLine(first) !== null;
  const read = builder({ ...asRead(first, wanted), readBy: isHalf ? '2.4' : '2.2' });
  const rebuild: Original['rebuild'] = (changes, earlier) => rebuilt(read(changes, earlier));
  const model = isHalf ? rebuild({ files: [], links: [] }) : first;
  return { model, sign, origin, isHalf, rebuild };
}

/** How the changed tree is to be read: what the tree is, and how its server was built, is known by what it was. */
function asRead({ kind, build22, builtIn22 }: ServerModel, wanted: ModelRequest): ModelRequest {
  return { ...wanted, kind, builtIn22: builtIn22 && [...builtIn22], ...(build22 && { build22 }) };
}

/** Whether one text for both versions is wanted of it. */
function isDual({ dual }: MigrateOptions, { origin }: Original): boolean {
  return dual === true && origin === '2.2';
}

/** Whether differences are findings: where the access rules stay with mod_access_compat. */
function isListed({ options, proveAccess: given }: MigrateRequest, { origin }: Original): boolean {
  return origin === '2.2' && given === undefined && isProvable(options) && options.access === 'compat';
}

type ChooseProver = (result: PipelineResult) => AccessProof | null;

/** How a result is compared; null: it is not. Rules that were left as they are, and told, are not compared. */
function createProvers(request: MigrateRequest, original: Original, hasOpenRules: boolean): ChooseProver {
  const { origin, isHalf } = original;
  // A tree that is 2.4's altogether stays as it is: there is nothing to prove.
  const proof = origin === '2.4' && !isHalf ? null : proofOf(request);
  return (result) => {
    if (!hasOpenRules && !isLeftToTemplate(result)) return proof;
    const isWritten = isConverted(result) || result.patches.length > 0;
    return proof === proveAccess && !isDual(request.options, original) && isWritten ? provePartly : null;
  };
}

/** Runs the transforms, and compares what they make of the tree. */
function createAttempts(
  original: Original,
  transforms: readonly Transform[],
  options: MigrateOptions,
  proverOf: ChooseProver,
  reader: TreeReader,
): (contradicting: Contradicting) => Attempt {
  const { model, origin, rebuild } = original;
  const { only, skip, isDeclined, target } = options;
  const isForBoth = isDual(options, original);
  // What 2.2 would have refused as well was left so by the run that made the tree one of 2.4.
  const refusedFiles = origin === '2.2' ? refusedHtaccessFiles(model) : refusedByVersions(model).byBoth;
  const settled = isForBoth && isRightForBoth(model, options) ? SETTLED_BY_PROOF : [];
  const isAccess = (id: string): boolean => transforms.some((one) => one.id === id && one.stage === 'access');
  return (contradicting) => {
    const result = runPipeline({
      transforms: isForBoth ? transforms.filter(({ keptForDual }) => !keptForDual) : transforms,
      model,
      writtenFor: origin,
      options: { ...options, contradicting },
      only,
      skip: [...skip, ...settled],
      isDeclined,
      target,
      isLocked: ({ path, document }, { editsRefused }) =>
        (refusedFiles.has(path) && editsRefused !== true) ||
        document.diagnostics.some(({ refused }) => refused),
      rebuild,
      placeOf: (path) => realPlace(path, reader),
    });
    const written: DualMigration = isForBoth
      ? writeDual({ before: model, result, target, isAccess, rebuild })
      : { ...result, findings: [], refused: [] };
    const prover = proverOf(result);
    // In one text for both versions 2.4 reads the same as in the migrated one: `writeDual` makes sure of it.
    const after = isForBoth ? result.model : written.model;
    const differences = prover === null ? null : timed('proof', () => prover(model, after, options));
    return { result, written, differences };
  };
}

/** Where a name lies that is there or is to be made: the last component stays, since a link is meant by it. */
function realPlace(path: string, reader: TreeReader): string {
  const folder = posix.dirname(path);
  if (folder === path) return path;
  return posix.join(reader.realPath(folder) ?? realPlace(folder, reader), posix.basename(path));
}

/** What need not be written where 2.4 lets in the same people as 2.2 by the text as it is. */
const SETTLED_BY_PROOF = ['clear-old-guards', 'convert-access-control', 'keep-htaccess-refusals'];

/** What only 2.2 knows of them. */
const OLD_RULES = /^(?:order|allow|deny|satisfy|authz\w+authoritative|authdefaultauthoritative)$/;

/** Whether the text has access rules for either version already, as an earlier run with --dual writes them, and they answer alike. */
function isRightForBoth(model: ServerModel, options: MigrateOptions): boolean {
  const old = linesNamed(
    model,
    (name) => OLD_RULES.test(name),
    ({ on24 }) => on24 !== 'no',
  );
  const isForNew = ({ on22, on24 }: Guard): boolean => on22 === 'no' && on24 === 'yes';
  const hasBranch = itemsGuarded(model).some(({ guards }) => guards.some(isForNew));
  if (old.length > 0 || !hasBranch || !isProvable(options)) return false;
  return timed('proof', () => proveAccess(model, model, options).length === 0);
}

/** The tree as the changes make it. Who only prints or writes them does not ask; of a large tree it is half of the memory. */
function modelWhenAsked(request: ModelRequest, reader: TreeReader, changes: PatchSet): () => ServerModel {
  let made: ServerModel | null = null;
  return () => (made ??= rebuilt(modelBuilder(request, reader, createParseCache(request.template))(changes)));
}

function directivePlace({ file, node }: Occurrence): DirectivePlace {
  const { start } = node.name.span;
  return { path: file.path, position: positionAt(file.source.text, start), name: node.name.value };
}

/** Where the access rules stay with mod_access_compat differences are no reason to refuse: they are findings. */
function proofOf({ proveAccess: given, options }: MigrateRequest): AccessProof | null {
  if (given !== undefined) return given;
  return isProvable(options) && options.access === 'require' ? proveAccess : null;
}

function isChosen(id: string, { only, skip }: MigrateOptions): boolean {
  return (only === null || only.includes(id)) && !skip.includes(id);
}

/** A part of a migration (`--only`, `--skip`) is no tree that a 2.4 server answers from: there is nothing to prove. */
function isProvable({ only, skip, access }: MigrateOptions): boolean {
  const decisive = access === 'require' ? 'convert-access-control' : 'repair-access-compat';
  return only === null && !skip.includes(decisive);
}

type Builder = (changes: PatchSet, earlier?: Remains) => ServerModel | ModelFailure;

/** Builds the model of the tree as changes make it; what did not change is not parsed again. */
function modelBuilder(request: ModelRequest, reader: TreeReader, cache: ParseCache): Builder {
  return (changes, earlier) => {
    // Text that was given instead of a file is known by the request's path.
    const own = changes.files.find(({ path }) => path === request.path);
    const given = request.text === undefined ? {} : { text: own?.after ?? request.text };
    // What edits add is not more of the tree: the memory that they take is what bounds them.
    const bound = changes.files.length === 0 ? {} : { maxLines: Infinity };
    count('models');
    return timed('model', () =>
      buildModel({ ...request, ...given, ...bound }, patchedReader(reader, changes), cache, earlier),
    );
  };
}

function rebuilt(model: ServerModel | ModelFailure): ServerModel {
  if (isModelFailure(model))
    throw new Error(`internal error: the changed tree can't be read: ${model.message}`);
  return model;
}

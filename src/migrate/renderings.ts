import { isRefusedBy22, linesOfOddWords } from '../access/index.ts';
import type { ServerModel } from '../model/index.ts';
import type { PatchSet } from '../patch/index.ts';
import { hasOnlyValues, tagsOfFile, trimmingsOf } from '../syntax/index.ts';
import type { TemplateEngine, Trimming } from '../syntax/index.ts';
import { accessSignOf24, oldAccessLine } from '../transform/index.ts';
import type { AccessProof } from './migrate-tree.ts';
import { readFilled } from './read-filled.ts';
import type { ReadPlace } from './read-filled.ts';
import type { RenderingWay } from './rendering-ways.ts';
import { couldBeJoined, RenderedTexts, renderingWays } from './rendering-ways.ts';
import type { AnswerDifference, MigrateOptions } from './types.ts';

const NOTHING: PatchSet = { files: [], links: [] };

/**
 * Whether the result is right whatever a template's tags choose and however often they repeat: both texts are rendered in each
 * way, every loop no, one and two times, and compared as trees without tags. Where there are too many ways, which lines count
 * together was compared already (`worldsOf`), and each choice and loop is tried by itself.
 * @param whole the result as it is read with its tags; null where some access rules of 2.2 are left on purpose
 */
export function renderingDifferences(
  changes: PatchSet,
  proof: AccessProof,
  place: ReadPlace & { readonly options: MigrateOptions },
  whole: ServerModel | null,
): AnswerDifference[] {
  const engine = place.request.template ?? 'auto';
  const changed = changes.files.find(({ path, before }) => isTemplate(path, before, engine));
  if (changed === undefined) return [];
  const staying = whole === null ? null : lineThatStays(whole);
  if (staying !== null) return staying;
  const texts = new RenderedTexts(engine, place.request.assumptions ?? new Map());
  for (const way of renderingWays(texts)) {
    // What is rendered first tells which others there are.
    for (const trimming of texts.trimmings) {
      const original = way.render('2.2', trimming);
      const before22 = readFilled(original, NOTHING, place);
      // Only 2.4 is served by what comes of a branch with lines that 2.2 does not know.
      const isHalf = before22 !== null && accessSignOf24(before22) !== null;
      const read = isHalf ? { ...place, request: { ...place.request, readBy: '2.4' as const } } : place;
      const before = isHalf ? readFilled(original, NOTHING, read) : before22;
      const after = readFilled(way.render('2.4', trimming), changes, read);
      // Nobody is kept out of a server that does not start.
      if (before === null || after === null || isRefusedBy22(before)) continue;
      if (trimming !== 'none' && unreadableLines(before).length > 0) continue;
      const readWritten = () => readFilled(way.render('2.4', trimming), NOTHING, read);
      const [difference] =
        brokenLines(before, after) ??
        (whole === null ? null : lineThatStays(after)) ??
        differencesBut(whole === null ? readWritten : null, (written) =>
          proof(before, after, place.options, written),
        );
      if (difference !== undefined) return [differenceIn(changed.path, { way, trimming }, difference)];
    }
  }
  return [];
}

/** Those that are not the author's own. @param readWritten the original as 2.4 reads it, which is asked for where something differs; null: all count */
function differencesBut(
  readWritten: (() => ServerModel | null) | null,
  compare: (written?: ServerModel) => readonly AnswerDifference[],
): readonly AnswerDifference[] {
  const differences = compare();
  const written = differences.length === 0 ? null : (readWritten?.() ?? null);
  return written === null ? differences : compare(written);
}

/** Lines that an engine joins may be those that open or close a section, or may be joined to others than before. */
function brokenLines(before: ServerModel, after: ServerModel): AnswerDifference[] | null {
  const [broken] = [...unreadableLines(after), ...oddLines(after)];
  if (broken === undefined || unreadableLines(before).length > 0 || oddLines(before).includes(broken))
    return null;
  return [{ path: after.serverRoot, position: null, message: `2.4 would not start with it: ${broken}` }];
}

function oddLines(model: ServerModel): string[] {
  return linesOfOddWords(model).map(({ file, node: { span } }) => {
    const line = file.source.text.slice(span.start, span.end).trim();
    return `\`${line}\``;
  });
}

/** A line that was taken for a part of a comment, and is none in this rendering. */
function lineThatStays(after: ServerModel): AnswerDifference[] | null {
  const line = oldAccessLine(after);
  if (line === null) return null;
  const { start, end } = line.node.span;
  const message = `\`${line.file.source.text.slice(start, end).trim()}\` would stay, for mod_access_compat to obey. Write it where no tag joins it to a comment.`;
  return [{ path: line.file.path, position: null, message, isUndecided: true }];
}

function unreadableLines({ files }: ServerModel): string[] {
  return [...files.values()].flatMap(({ document }) =>
    document.diagnostics.filter(({ refused }) => refused).map(({ message }) => message),
  );
}

function isTemplate(path: string, text: string, engine: TemplateEngine): boolean {
  const { tags } = tagsOfFile(path, text, engine);
  return !hasOnlyValues(text, tags) || trimmingsOf(text, tags, couldBeJoined).length > 0;
}

/** Choices in a message. */
const MOST_NAMED = 12;

const SETTINGS: Readonly<Record<Trimming, string>> = {
  none: '',
  blocks: ' by an engine that takes away the line ending after a tag (trim_blocks, which Ansible sets; Twig)',
  lines: ' by an engine that takes away the line ending after lines of tags (`<>` of ERB)',
  'line-ends': ' by an engine that takes away the line ending after a tag (`>` of ERB, POST_CHOMP)',
  'line-beginnings': ' by an engine that takes away the line ending before a tag (PRE_CHOMP)',
};

function differenceIn(
  path: string,
  { way, trimming }: { readonly way: RenderingWay; readonly trimming: Trimming },
  { message, isUndecided }: AnswerDifference,
): AnswerDifference {
  const chosen = way.choices.slice(0, MOST_NAMED);
  const more = way.choices.length - chosen.length;
  const answers = chosen.map(({ key, value }) => {
    const [, word = '', test = ''] = /^(\w+) ([^]*)$/.exec(key) ?? [];
    return word === 'if' ? `${test}: ${value === 1 ? 'yes' : 'no'}` : `${test}: ${value} times`;
  });
  if (more > 0) answers.push(`${more} more`);
  const where = answers.length === 0 ? '' : ` (${answers.join('; ')})`;
  const made = SETTINGS[trimming] + where;
  return {
    path,
    position: null,
    // What could not be decided says itself what to do.
    message:
      isUndecided === true
        ? `Not all that this template makes could be compared${made}. ${message}`
        : `What this template makes would be answered differently${made}. ${message} Migrate what it makes, or let its tags stand around whole sections.`,
    isUndecided: true,
  };
}

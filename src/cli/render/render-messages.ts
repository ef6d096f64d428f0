import type { Migration } from '../../migrate/index.ts';
import type { WriteResult } from '../../output/index.ts';
import type { TextStyle } from '../../report/index.ts';
import {
  countFindings,
  countOffered,
  wrapWords,
  isHeldBack,
  painter,
  plural,
  printable,
  renderText,
  renderFindings,
} from '../../report/index.ts';
import { visible, shellWords } from '../../text/index.ts';
import { displayPath } from '../display-path.ts';
import type { FoundTarget } from '../migrate/auto-target.ts';
import { targetProfile } from '../../target/index.ts';
import { lateNamesAdded } from '../../transform/index.ts';
import { EXIT } from '../exit-code.ts';
import { printsDiff } from './render-output.ts';
import { hasChanges, isBlocking } from '../migrate/judge.ts';
import { nextSteps } from './next-steps.ts';
import { renderChecks } from './render-checks.ts';
import type { MigrateResult } from '../migrate/result.ts';
import type { Terminal } from '../terminal.ts';
import { programName } from '../same-command.ts';
import { unheldNote } from './unheld-note.ts';
import { findingOf } from '../migrate/left-open.ts';
import { describeRun } from '../unfinished-runs.ts';

/** What goes to standard error: findings, the summary, what was written, what to type next. */
export function renderMessages(result: MigrateResult, terminal: Terminal): string {
  const { command, migrations, write, checks } = result;
  const here = process.cwd();
  const style: TextStyle = {
    color: terminal.err.color,
    width: terminal.err.width,
    verbose: command.terminal.verbose,
    quiet: command.terminal.quiet,
    mode: write?.type === 'written' ? 'written' : 'show',
    displayPath: (path) => displayPath(path, here),
  };
  const isBlocked = result.exitCode === EXIT.badInput && write === null && checks.length === 0;
  const reports = migrations.map(({ path, migration, found }) => {
    const text = renderText(isBlocked ? blockingOnly(migration) : migration, {
      ...style,
      quiet: style.quiet || isBlocked,
      target: targetLine(found, migration),
    });
    const title =
      migrations.length > 1 && text !== '' ? painter(style.color).strong(`== ${printable(path)}`) : '';
    return title === '' ? text : `${title}\n${text}`;
  });
  const parts = [
    ...reports,
    style.quiet || isBlocked ? '' : totalText(result, style),
    renderLeft(result, style),
    renderChecks(checks, style),
    writeText(write, style, command.paths[0] ?? ''),
    write === null && checks.some(({ result: { type } }) => type !== 'accepted') ? UNWRITTEN : '',
    isBlocked ? BLOCKED : '',
    // Of a tree that can't be read only that is told.
    style.quiet || isBlocked ? '' : visible(stepsText(result, terminal)),
  ];
  return parts.filter((part) => part !== '').join('');
}

/** What several PATHs come to together. */
function totalText({ migrations, patchSet }: MigrateResult, style: TextStyle): string {
  if (migrations.length < 2) return '';
  const read = new Set(migrations.flatMap(({ migration }) => [...migration.model.files.keys()]));
  const counts = countFindings(migrations.flatMap(({ migration }) => migration.findings));
  const counted = [
    ...(counts.error > 0 ? [`${plural(counts.error, 'error')} for you to decide`] : []),
    ...(counts.warning > 0 ? [plural(counts.warning, 'warning')] : []),
    ...(counts.heldBack > 0 ? [`${plural(counts.heldBack, 'fix', 'fixes')} held back`] : []),
  ];
  const verb = style.mode === 'written' ? 'changed' : patchSet.files.length === 1 ? 'changes' : 'change';
  const line = `All ${migrations.length} PATHs: ${patchSet.files.length} of ${plural(read.size, 'file')} ${verb}${counted.length > 0 ? `; ${counted.join(', ')}` : ''}.`;
  return `${painter(style.color).strong(wrapWords(line, style.width, '    '))}\n`;
}

const UNWRITTEN = 'httpd-codemod: nothing was written.\n';

const BLOCKED =
  "httpd-codemod: the configuration can't be read as the server would read it; nothing was written. " +
  'Correct what is named above, then run this again.\n';

function blockingOnly(migration: Migration): Migration {
  const findings = migration.findings.filter((finding) => isBlocking(finding, migration));
  return { ...migration, findings, refused: [] };
}

/** @param given a PATH, by which `undo` finds the run */
function writeText(write: WriteResult | null, style: TextStyle, given: string): string {
  if (write === null) return '';
  const line = (path: string, message: string) =>
    `${printable(style.displayPath(path))}: ${printable(message)}\n`;
  if (write.type === 'written') {
    if (style.quiet) return '';
    const notes = write.notes.map((note) => line(note.path, note.message)).join('');
    return write.paths.length === 0
      ? notes
      : `${notes}${unheldNote()}Written: ${plural(write.paths.length, 'file')}.\n`;
  }
  const problems = write.problems
    .map((problem) => `httpd-codemod: ${line(problem.path, problem.message)}`)
    .join('');
  const state =
    write.type === 'refused'
      ? 'nothing was written; the files are as they were.'
      : 'writing failed half way, and not all files could be put back. Correct what is named above, then type\n' +
        `  ${printable(`${programName()} undo ${shellWords([given])}`)}  to have all files as they were`;
  return `${problems}httpd-codemod: ${state}\n`;
}

function stepsText(result: MigrateResult, terminal: Terminal): string {
  const { command, exitCode, migrations, base } = result;
  const all = migrations.map(({ migration }) => migration);
  const findings = all.flatMap((migration) => migration.findings);
  const isDiffKept = printsDiff(command) && (command.outputs.length > 0 || terminal.out.isFile);
  return nextSteps(
    {
      command,
      found: commonTarget(migrations),
      exitCode,
      hasChanges: all.some(hasChanges),
      heldBack: countOffered(findings),
      hasOpen: findings.some((finding) => finding.level !== 'info' || isHeldBack(finding)),
      firstError:
        findings.find(({ level, transform }) => level === 'error' && !NO_TRANSFORM.has(transform))
          ?.transform ?? null,
      diffBase: isDiffKept && command.paths[0] !== '-' ? base : null,
      entry: all.length === 1 && all[0] !== undefined && canBeTested(all[0]) ? all[0].model.entry : null,
    },
    terminal.err.width,
  );
}

/** Of a copy a server would read what lies at the paths that the copy names. */
function canBeTested({ model, part }: Migration): boolean {
  return model.kind === 'server' && part === undefined && model.statedRoot === model.serverRoot;
}

/** Of several trees for different servers each next command is for its own. */
function commonTarget(migrations: MigrateResult['migrations']): Pick<FoundTarget, 'target' | 'option'> {
  const [first, ...others] = migrations.map(({ found }) => found);
  const target = first?.target ?? targetProfile('stock');
  const isOne = others.every((other) => other.target.name === target.name);
  return { target, option: isOne ? (first?.option ?? null) : null };
}

/** Which 2.4 the result is for, and why: behind `for`. */
function targetLine({ target: { name, version }, option, why }: FoundTarget, migration: Migration): string {
  if (option === null) {
    const unnamed = `httpd ${version}, as nothing shows another (--target or --httpd names yours).`;
    return unnamed + neededRelease(migration);
  }
  const reason = why === '' ? '' : `: ${why}`;
  return name === version ? `httpd ${version}${reason}.` : `${name} (httpd ${version})${reason}.`;
}

/** Which releases do not start with what is written; '' where all do. */
function neededRelease({ patchSet: { files }, refused }: Migration): string {
  if (refused.length > 0) return '';
  const late = new Map(
    files
      .flatMap(({ path, before, after }) => lateNamesAdded(path, before, after))
      .map(({ name, since }) => [name, since]),
  );
  if (late.size === 0) return '';
  const names = [...late.keys()].toSorted().map((name) => `\`${name}\``);
  return ` The new text needs 2.4.${Math.max(...late.values())} or later: ${names.join(', ')}.`;
}

/** What findings carry that no transform made: there is nothing to explain. */
const NO_TRANSFORM: ReadonlySet<string> = new Set(['syntax', 'model', 'access-proof', 'dual']);

/** What earlier runs left open: the errors, and where to see the rest. '' for nothing. */
function renderLeft({ command, left }: MigrateResult, style: TextStyle): string {
  return left
    .map(({ run, points }) => {
      if (points.length === 0) return '';
      const errors = points.filter(({ point }) => point.level === 'error');
      const list = renderFindings(
        errors.map(({ point }) => findingOf(point)),
        { ...style, quiet: true },
      );
      if (style.quiet) return list;
      const among = errors.length === 0 ? '' : `, ${plural(errors.length, 'error')} among them`;
      const where = `${programName()} status ${shellWords(command.paths.slice(0, 1))}`;
      const head = `Left open by ${describeRun(run)}: ${plural(points.length, 'finding')}${among}; ${where} lists them.`;
      return `${head}\n${list}`;
    })
    .join('');
}

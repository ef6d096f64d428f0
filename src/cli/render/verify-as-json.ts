import type { ExampleRequest, FoundDifference } from '../../access/index.ts';
import { ANSWER_STATUS, calledHost, decidingRound, decisionOf, titleOf } from '../../access/index.ts';
import type { Occurrence, Scope } from '../../model/index.ts';
import { printable, showableJson } from '../../report/index.ts';
import { positionAt } from '../../text/index.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { curlLine } from './curl-line.ts';
import { topChanged } from './render-replay.ts';
import type { Tally } from '../replay/tally.ts';
import type { Verified } from './render-verify.ts';
import { verifyScope } from './verify-scope.ts';
import { requestAsJson } from './request-as-json.ts';

/** The same facts as the text has, as one JSON document; `version` is raised when a field changes its meaning. */
export function verifyAsJson({ comparison, log, isSame, isFragment, command }: Verified): string {
  const { differences, refused, unreadable, notes, flows } = comparison;
  const document = {
    version: 1,
    tool: { name: 'httpd-codemod', version: packageJson.version },
    command: 'verify',
    before: command.before,
    after: command.after,
    semantics: command.semantics,
    isSame,
    setsOfRequests: flows,
    ...verifyScope(comparison, isFragment, log !== null),
    refused: refused.map(({ line, message, isInHtaccess }) => ({ ...placeOf(line), message, isInHtaccess })),
    unreadable: unreadable.map(({ version, file, offset, message, isInHtaccess }) => ({
      by: version,
      path: file.path,
      line: positionAt(file.source.text, offset).line,
      message: printable(message),
      isInHtaccess,
    })),
    differences: differences.map(differenceAsJson),
    log: log === null ? null : logAsJson(log),
    notes: notes.map(({ code, level, message, place }) => ({
      code,
      level,
      message: printable(message),
      ...(place === null ? {} : placeOf(place)),
    })),
  };
  return `${showableJson(document)}\n`;
}

/** More are counted only. */
const MOST_CHANGED = 100;

function logAsJson(log: Tally) {
  const { changed, isCut, ...counts } = log;
  return {
    ...counts,
    distinctIsAtLeast: isCut,
    changedRequests: changed.size,
    changed: topChanged(log)
      .slice(0, MOST_CHANGED)
      .map(({ request, answer: { open, ...answer }, count }) => ({
        count,
        ...answer,
        dependsOn: open.map(placeOf),
        curl: curlLine(request),
      })),
  };
}

function differenceAsJson({ kind, difference, about, section, example, alike }: FoundDifference) {
  const { before, after, method, witness, login = null } = difference;
  const { server, address, folder, fileName } = about;
  return {
    kind,
    before: { answer: before, status: ANSWER_STATUS[before] },
    after: { answer: after, status: ANSWER_STATUS[after] },
    method,
    witness,
    login,
    place: { host: calledHost(server), address, folder, fileName },
    section: section === null ? null : { title: titleOf(section.scope), ...placeOf(section.scope) },
    alike,
    example: example === null ? null : exampleAsJson(example, difference),
  };
}

function exampleAsJson(
  { request, before, after, trees, supposed, guards }: ExampleRequest,
  difference: FoundDifference['difference'],
) {
  const decision = (side: 'before' | 'after') => {
    const round = decidingRound(trees[side], side === 'before' ? before : after);
    if (round === null) return null;
    const { reason, sections } = decisionOf(trees[side], request, round, difference[side]);
    return {
      reason: printable(reason),
      sections: sections.map(({ scope }) => ({ title: titleOf(scope), ...placeOf(scope) })),
    };
  };
  return {
    curl: curlLine(request),
    isSupposed: supposed !== null,
    guards,
    request: requestAsJson(request),
    before: decision('before'),
    after: decision('after'),
  };
}

function placeOf({ file, node }: Occurrence | Scope): { path: string; line: number | null } {
  return { path: file.path, line: node === null ? null : positionAt(file.source.text, node.span.start).line };
}

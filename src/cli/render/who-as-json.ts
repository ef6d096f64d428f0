import type { Asked, ConcreteRequest, PossibleAnswer, Round } from '../../access/index.ts';
import { contributionsOf, inForceLines, titleOf } from '../../access/index.ts';
import type { ModelFile, Occurrence, Scope } from '../../model/index.ts';
import { printable, showableJson } from '../../report/index.ts';
import { positionAt } from '../../text/index.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { WhoCommand } from '../command.ts';
import { requestAsJson } from './request-as-json.ts';

/** The same facts as the text has, as one JSON document; `version` is raised when a field changes its meaning. */
export function whoAsJson(asked: Asked, request: ConcreteRequest, { tree: path }: WhoCommand): string {
  const { tree, evaluation, possible, decision, assumptions, otherwise, openQuestions, served } = asked;
  const { server, serverReason, rounds, beside } = evaluation;
  const [only, more] = possible;
  const document = {
    version: 1,
    tool: { name: 'httpd-codemod', version: packageJson.version },
    command: 'who',
    tree: path,
    readAs: tree.version,
    request: requestAsJson(request),
    server: {
      name: server === tree.model.main ? null : titleOf(server),
      ...placeOf(server),
      reason: serverReason,
    },
    refused: [
      ...asked.unreadable.map(({ file, offset, message }) => ({ message, ...placeAt(file, offset) })),
      ...asked.refused.map(({ line, message }) => ({ message, ...placeOf(line) })),
    ],
    rounds: rounds.map((round) => roundAsJson(round, asked)),
    answer: more === undefined && only !== undefined ? answerAsJson(only) : null,
    served,
    beside,
    possible: possible.map(answerAsJson),
    dependsOn: openQuestions,
    decision:
      decision === null
        ? null
        : {
            reason: printable(decision.reason),
            sections: decision.sections.map(({ scope }) => ({ title: titleOf(scope), ...placeOf(scope) })),
          },
    otherwise: otherwise.map((other) => ({
      guards: other.guards,
      possible: other.possible.map(answerAsJson),
    })),
    assumptions: assumptions.map(({ text, line }) => ({ text, ...(line === null ? {} : placeOf(line)) })),
  };
  return `${showableJson(document)}\n`;
}

function roundAsJson({ why, address, mapped, file, steps, early }: Round, { tree }: Asked) {
  return {
    why,
    address,
    target: mapped.target,
    mappedBy: mapped.by === null ? null : placeOf(mapped.by),
    file,
    early,
    sections: steps.map(({ section, isRead, after }) => ({
      title: titleOf(section.scope),
      ...placeOf(section.scope),
      isRead,
      lines: contributionsOf(section, tree.version, tree.world).map(({ text, from }) => ({
        text,
        ...placeOf(from),
      })),
      inForce: isRead ? inForceLines(after.inForce()) : null,
    })),
  };
}

function answerAsJson({ answer, status, reply, example }: PossibleAnswer) {
  const { hostName, env, tests } = example;
  return { answer, status, served: reply.served, example: { hostName, env, tests } };
}

function placeOf({ file, node }: Occurrence | Scope): { path: string; line: number | null } {
  return node === null ? { path: file.path, line: null } : placeAt(file, node.span.start);
}

function placeAt({ path, source }: ModelFile, offset: number): { path: string; line: number } {
  return { path, line: positionAt(source.text, offset).line };
}

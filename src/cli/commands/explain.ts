import { contractRow, contractRows, directives22, fateOf } from '../../catalog/index.ts';
import { transforms } from '../../../transforms/index.ts';
import type { ExplainCommand } from '../command.ts';
import { nearestName } from '../nearest-name.ts';
import { badUsage, told } from '../outcome.ts';
import type { Outcome } from '../outcome.ts';
import { explainDirective, explainRow, explainTransform } from '../render-explanation.ts';
import { describeTerminal } from '../terminal.ts';

/** What the program knows by that name: a transform, a row of the upgrade guide, a directive, or several of these. */
export function runExplain({ topic, terminal }: ExplainCommand): Outcome {
  const { color } = describeTerminal(terminal).out;
  const wanted = topic.toLowerCase();
  const found: string[] = [];
  const transform = transforms.find(({ id }) => id === wanted);
  if (transform !== undefined) found.push(explainTransform(transform, color));
  const row = contractRow(wanted);
  if (row !== null) found.push(explainRow(row, transforms, color));
  const fate = fateOf(topic);
  if (fate !== null) found.push(explainDirective(fate, transforms, color));
  return found.length === 0 ? badUsage(unknownTopic(topic)) : told(found.join('\n'));
}

function unknownTopic(topic: string): string {
  const names = [
    ...transforms.map(({ id }) => id),
    ...contractRows.map(({ id }) => id),
    ...directives22().map(({ name }) => name),
  ];
  const nearest = nearestName(topic, names);
  const hint = nearest === null ? 'httpd-codemod rules lists the transforms' : `did you mean ${nearest}?`;
  return `nothing is known by the name ${topic}; ${hint}`;
}

import { headerWords } from '../../catalog/index.ts';
import type { Occurrence } from '../../model/index.ts';
import type { Replaced } from './error-documents.ts';
import { hasModule } from './has-module.ts';
import type { RequestTree } from './request-tree.ts';
import type { Round } from './round.ts';

/**
 * The Header line by which a server answers 500, as it makes a header that no answer may have (`check_headers`,
 * modules/http/http_filters.c, since 2.2.32 and 2.4.25). Null: none does.
 * @param status what the answer would have; only those of `Header always` are in answers that tell of an error
 */
export function brokenHeader(tree: RequestTree, round: Round, status: number): Replaced | null {
  const isTrace = round.early?.status === 200;
  const isChecked = tree.version === '2.2' || tree.isSince(25);
  if (isTrace || !isChecked || !hasModule(tree, 'headers')) return null;
  const all = round.recorder.lines('header').map(readHeader);
  const broken = all.filter(
    (header) => header.isMade && isBroken(header) && (header.isAlways || status === 200),
  );
  const sure = broken.find(
    ({ name, isConditional }) =>
      !isConditional &&
      !all.some((each) => !each.isMade && each.name === name) &&
      !isPermitted(tree, round, name),
  );
  const [first] = broken;
  if (sure !== undefined) return { line: sure.line, status: 500 };
  return first === undefined ? null : { line: first.line, status: null };
}

interface HeaderLine {
  readonly line: Occurrence;
  readonly isAlways: boolean;
  /** Whether the answer has that header then; unset and edit take it away or change it. */
  readonly isMade: boolean;
  /** In lower case. */
  readonly name: string;
  readonly value: string;
  readonly isConditional: boolean;
}

const MAKING = /^(?:set|setifempty|add|append|merge)$/i;

function readHeader(line: Occurrence): HeaderLine {
  const [action = '', name = '', value = '', condition = 'early'] = headerWords(line.args);
  return {
    line,
    isAlways: line.args[0]?.toLowerCase() === 'always',
    isMade: MAKING.test(action),
    // What comes after a colon is cut off (`header_inout_cmd`, mod_headers.c).
    name: name.replace(/:.*/s, '').toLowerCase(),
    value,
    isConditional: condition.toLowerCase() !== 'early',
  };
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

function isBroken({ name, value }: HeaderLine): boolean {
  return !TOKEN.test(name) || /[\u0001-\u0008\u000a-\u001f\u007f]/.test(value);
}

/** `HttpProtocolOptions Unsafe` lets names have any visible character. */
function isPermitted(tree: RequestTree, { server }: Round, name: string): boolean {
  const { lines } = tree.factsOf(server);
  const options = [...lines.inherited('httpprotocoloptions'), ...lines.own('httpprotocoloptions')];
  return options.length > 0 && /^[^\s]+$/.test(name);
}

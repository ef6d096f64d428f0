/** A fenced block of a Markdown document. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Offset of `text` in the document. */
  readonly start: number;
  /** From a comment `<!-- file: NAME -->` right above: what the block shows is this file. Null without one. */
  readonly file: string | null;
}

/** A command of a `console` block, and what it prints. */
export interface Step {
  readonly command: string;
  readonly output: string;
}

const BLOCK = /(?:^<!-- file: (\S+) -->\n+)?^```(\w*)\n([^]*?)^```$/gm;

export function readBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(BLOCK)].map((match) => {
    const [whole, file, language = '', text = ''] = match;
    const start = match.index + whole.length - '```'.length - text.length;
    return { language, text, start, file: file ?? null };
  });
}

/** `$ ` begins a command; a backslash at the end of its line continues it. All else is output. */
export function readSteps(text: string): Step[] {
  const steps: { command: string; output: string }[] = [];
  let isCommand = false;
  for (const line of text.split(/(?<=\n)/)) {
    const step = steps.at(-1);
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: '' });
    else if (step === undefined) throw new Error(`a console block must begin with a command: ${line}`);
    else if (isCommand) step.command += line;
    else step.output += line;
    isCommand = (isCommand || line.startsWith('$ ')) && line.endsWith('\\\n');
  }
  return steps;
}

export function printSteps(steps: readonly Step[]): string {
  return steps.map(({ command, output }) => `$ ${command}${output}`).join('');
}

/** A document with what its commands printed in place of what it says they print; those that did not run keep theirs. */
export function withOutputs(
  markdown: string,
  blocks: ReadonlyMap<Block, readonly Step[]>,
  printed: ReadonlyMap<Step, string>,
): string {
  let text = markdown;
  for (const [{ start, text: old }, steps] of [...blocks].toReversed()) {
    const current = steps.map((step) => ({ ...step, output: printed.get(step) ?? step.output }));
    text = text.slice(0, start) + printSteps(current) + text.slice(start + old.length);
  }
  return text;
}

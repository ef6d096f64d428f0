/** What to type, and what for; `spare`: what stands above says it, too. */
export type Step = readonly [command: string, purpose: string, spare?: 'spare'];

/**
 * Commands to type, with what each is for: in two columns where they fit, else the purpose above its
 * command, and spare ones only if there are no others. A command that is too wide goes on
 * behind a backslash, so that it can be copied. @param width columns; 0: one line for each
 */
export function layOutSteps(steps: readonly Step[], width: number): string {
  const column = Math.max(...steps.map(([command]) => command.length));
  const rows = steps.map(([command, purpose]) => `${command.padEnd(column)}  ${purpose}`);
  const isNarrow = width > 0 && rows.some((row) => row.length + 2 > width);
  if (isNarrow) return narrowSteps(steps, width);
  const [only] = rows;
  if (rows.length === 1 && only !== undefined && (width === 0 || only.length + 6 <= width))
    return `Next: ${only}\n`;
  return `Next:\n${rows.map((row) => `  ${row}\n`).join('')}`;
}

function narrowSteps(steps: readonly Step[], width: number): string {
  const needed = steps.filter(([, , spare]) => spare === undefined);
  return (needed.length > 0 ? needed : steps).map((step) => narrowStep(step, width)).join('');
}

function narrowStep([command, purpose]: Step, width: number): string {
  const [first = ''] = purpose;
  const head = `${first.toUpperCase()}${purpose.slice(1)}:`;
  const row = `${head} ${command}`;
  return row.length <= width ? `${row}\n` : `${head}\n${foldCommand(command, width)}\n`;
}

/** Broken between words, where each but the last line ends with a backslash. Quoted words are not broken. */
function foldCommand(command: string, width: number): string {
  const lines = ['  '];
  for (const word of command.match(/(?:[^\s']|'[^']*')+/g) ?? []) {
    const last = lines.at(-1) ?? '';
    const longer = last.trim() === '' ? last + word : `${last} ${word}`;
    if (longer.length + 2 <= width || last.trim() === '') lines[lines.length - 1] = longer;
    else {
      lines[lines.length - 1] = `${last} \\`;
      lines.push(`    ${word}`);
    }
  }
  return lines.join('\n');
}

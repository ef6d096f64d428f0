/** A directive, or a section (its name then begins with `<`). Names are lower case. */
export interface Line {
  readonly name: string;
  readonly args: readonly string[];
  readonly children: readonly Line[];
}

/** Reads the plain texts of these tests: one directive a line, no continuations. What is guarded is there if `holds` says so. */
export function parseConfig(text: string, holds: (kind: string, test: string) => boolean): Line[] {
  return withoutGuards(parseLines(text), holds);
}

function withoutGuards(lines: readonly Line[], holds: Parameters<typeof parseConfig>[1]): Line[] {
  return lines.flatMap((line) => {
    const children = withoutGuards(line.children, holds);
    if (!line.name.startsWith('<if')) return [{ ...line, children }];
    const [test = ''] = line.args;
    const isMet = holds(line.name.slice(1), test.replace('!', ''));
    return isMet === test.startsWith('!') ? [] : children;
  });
}

function parseLines(text: string): Line[] {
  const top: Line[] = [];
  const open: { name: string; children: Line[] }[] = [{ name: '', children: top }];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const into = open.at(-1)?.children ?? top;
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('</')) open.pop();
    else if (line.startsWith('<')) {
      const [name = '', ...args] = words(line.slice(1, -1));
      const isPattern = args[0] === '~';
      const section = {
        name: `<${name.toLowerCase()}${isPattern ? 'match' : ''}`,
        args: isPattern ? args.slice(1) : args,
        children: [] as Line[],
      };
      into.push(section);
      open.push(section);
    } else {
      const [name = '', ...args] = words(line);
      into.push({ name: name.toLowerCase(), args, children: [] });
    }
  }
  return top;
}

function words(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

// The part of 2.4's expressions that is written by a migration, evaluated as util_expr_eval.c does: apart from the engine on purpose.

/** What an expression asks of a request. */
export interface AskedByExpression {
  /** `REQUEST_URI`, `IS_SUBREQ` ... */
  readonly variable: (name: string) => string;
  /** Of the virtual host (`reqenv`). */
  readonly isSet: (name: string) => boolean;
  readonly exists: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
}

const TOKEN = /\s+|m#[^#]*#|'[^']*'|%\{\w+\}|&&|\|\||=~|!~|==|-[nzedf]\b|reqenv|[()!]|(?<unknown>[\s\S])/g;

/** Whether the expression (without its quotes) holds. @throws Error for what it does not know */
export function expressionHolds(expression: string, asked: AskedByExpression): boolean {
  const tokens = [...expression.matchAll(TOKEN)]
    .map(([token, unknown]) => {
      if (unknown !== undefined) throw new Error(`the reference does not know the expression ${expression}`);
      return token.trim();
    })
    .filter((token) => token !== '');
  // `$1` is that of the last match.
  let groups: readonly string[] = [];
  let at = 0;
  const next = (): string => tokens[at++] ?? '';

  function anyOf(): boolean {
    let value = allOf();
    while (tokens[at] === '||') {
      at++;
      value = allOf() || value;
    }
    return value;
  }

  function allOf(): boolean {
    let value = test();
    while (tokens[at] === '&&') {
      at++;
      value = test() && value;
    }
    return value;
  }

  function test(): boolean {
    const first = next();
    switch (first) {
      case '!':
        return !test();
      case '(': {
        const inside = anyOf();
        at++;
        return inside;
      }
      case '-e':
        return asked.exists(wordOf(next()));
      case '-d':
        return asked.isFolder(wordOf(next()));
      case '-f': {
        const path = wordOf(next());
        return asked.exists(path) && !asked.isFolder(path);
      }
      case '-n':
      case '-z': {
        const [, , name = ''] = [next(), next(), next(), next()];
        return asked.isSet(wordOf(name)) === (first === '-n');
      }
      default:
        return comparison(wordOf(first));
    }
  }

  function comparison(left: string): boolean {
    const operator = next();
    if (operator === '==') return left === wordOf(next());
    const match = new RegExp(next().slice(2, -1)).exec(left);
    if (match !== null) groups = [...match];
    return (match !== null) === (operator === '=~');
  }

  function wordOf(token: string): string {
    if (token.startsWith('%{')) return asked.variable(token.slice(2, -1));
    return token.slice(1, -1).replace(/\$(\d)/g, (_, number: string) => groups[Number(number)] ?? '');
  }

  return anyOf();
}

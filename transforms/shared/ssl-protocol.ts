// SSLProtocol and SSLProxyProtocol as both servers read them (ssl_cmd_protocol_parse in ssl_engine_config.c): `+` adds, `-` takes
// away, and a word without a sign forgets all words before it.
import type { Occurrence } from '../../src/model/index.ts';
import { findDirectives, placeOf, removeArgument } from '../../src/transform/index.ts';
import type { FileEdit, Level, TransformContext } from '../../src/transform/index.ts';

export interface ProtocolRewrite {
  /** By index, the words that stay. */
  readonly kept: readonly boolean[];
  /** Whether no protocol is left. */
  readonly isEmpty: boolean;
}

/** What stays of a line if one protocol is taken out of it; null where the line does not ask for that protocol. */
function withoutProtocol(words: readonly string[], protocol: string): ProtocolRewrite | null {
  const wanted = protocol.toLowerCase();
  const asks = words.map((word) => word.toLowerCase() === wanted || word.toLowerCase() === `+${wanted}`);
  if (!asks.includes(true)) return null;
  const reset = words.findLastIndex((word) => !/^[+-]/.test(word));
  // Words before the last one without a sign never counted; where that one itself goes, they must not come to life.
  const kept = words.map((_, index) => !asks[index] && (!asks[reset] || index > reset));
  return { kept, isEmpty: !words.some((word, index) => kept[index] && !word.startsWith('-')) };
}

const TLS = ['tlsv1', 'tlsv1.1', 'tlsv1.2', 'tlsv1.3'];

/** The versions of TLS that a line leaves, in lower case. */
export function protocolsOf(words: readonly string[]): readonly string[] {
  let protocols: readonly string[] = [];
  for (const word of words) {
    const name = word.replace(/^[+-]/, '').toLowerCase();
    const named = name === 'all' ? TLS : TLS.filter((version) => version === name);
    if (word.startsWith('-')) protocols = protocols.filter((version) => !named.includes(version));
    else protocols = word.startsWith('+') ? [...protocols, ...named] : named;
  }
  return protocols;
}

/** Takes a protocol out of the lines that ask for it; a line that asks for nothing else is only reported. */
export function takeOut(
  protocol: string,
  level: Level,
  { model, report }: TransformContext<'removed' | 'only'>,
): void {
  for (const directive of findDirectives(model, 'SSLProtocol', 'SSLProxyProtocol')) {
    const rewrite = withoutProtocol(directive.args, protocol);
    if (rewrite === null) continue;
    const data = { name: directive.node.name.value };
    if (rewrite.isEmpty) {
      report(placeOf(directive), 'only', { data, level: 'error' });
      continue;
    }
    const edits = keepWords(directive, rewrite.kept);
    const fix = { title: `Take ${protocol} out`, applicability: 'safe', edits } as const;
    report(placeOf(directive), 'removed', { data, level, fix });
  }
}

/** Takes the arguments that do not stay off the line. */
function keepWords(line: Occurrence, kept: readonly boolean[]): FileEdit[] {
  return line.node.args.flatMap((_, index) => (kept[index] ? [] : removeArgument(line, index)));
}

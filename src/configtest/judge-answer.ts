import type { Answer } from './ask-server.ts';
import type { ServerCommand } from './server-command.ts';
import type { ConfigtestResult, ServerMessage } from './types.ts';

export interface Asked extends Pick<ServerCommand, 'server' | 'asked'> {
  readonly of: 'staged' | 'written';
}

/** What an answer means. The exit status decides, as for a shell. */
export function judgeAnswer(
  answer: Answer,
  { server, asked, of }: Asked,
  messagesIn: (output: string) => ServerMessage[],
  notes: readonly string[],
): ConfigtestResult {
  if (answer.type === 'failed') return answer;
  const messages = messagesIn(answer.output);
  const isGood = answer.type === 'good';
  const all = isGood || isRoot() ? notes : [...notes, NOT_ROOT];
  return { type: isGood ? 'accepted' : 'refused', server, of, asked, messages, notes: all };
}

const NOT_ROOT = 'not run as root: files that only root may read may be the reason';

/** Windows has no such user, and no such files. */
function isRoot(): boolean {
  return process.getuid === undefined || process.getuid() === 0;
}

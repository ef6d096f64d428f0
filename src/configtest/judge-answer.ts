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
  return { type: answer.type === 'good' ? 'accepted' : 'refused', server, of, asked, messages, notes };
}

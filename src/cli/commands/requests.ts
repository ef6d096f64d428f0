import type { RequestToTry } from '../../access/index.ts';
import { requestsToTry } from '../../access/index.ts';
import type { TreeReader, ServerModel } from '../../model/index.ts';
import { plural } from '../../report/index.ts';
import { writtenFor } from '../../transform/index.ts';
import type { RequestsCommand } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { loadTree } from '../load-tree.ts';
import type { Progress } from '../migrate/progress.ts';
import { terminalProgress } from '../migrate/progress.ts';
import { whileWatched } from '../migrate/watch-stages.ts';
import type { Outcome } from '../outcome.ts';
import { badInput, badUsage } from '../outcome.ts';
import { describeTerminal } from '../terminal.ts';
import { unfinishedNote } from '../unfinished-runs.ts';
import { visible } from '../../text/index.ts';

/** Requests to ask a server before and after its migration: one for each place whose rules differ from those around it. */
export function runRequests(command: RequestsCommand): Outcome {
  if (command.path === '-')
    return badUsage('requests needs a tree: standard input is one file without Includes');
  const terminal = describeTerminal(command.terminal);
  const progress = terminalProgress(terminal, command.terminal.quiet);
  return whileWatched(progress, terminal, 'looking for requests', (reader) =>
    list(command, reader, progress),
  );
}

function list(command: RequestsCommand, reader: TreeReader, progress: Progress): Outcome {
  const model = loadTree(command, reader);
  if (typeof model === 'string') return badInput(model);
  const version = command.readAs ?? writtenFor(model);
  let isCutShort = false;
  const onTooMany = (): void => void (isCutShort = true);
  const options = { version, client: command.client, mostPerHost: command.most, onTooMany };
  const found: RequestToTry[] = [];
  for (const each of requestsToTry(model, reader, options)) {
    found.push(each);
    progress.tick(() => `${plural(found.length, 'request')} found`);
  }
  const line = command.format === 'json' ? asJson : asText;
  const output = found.map((each) => `${line(each)}\n`).join('');
  const messages = unfinishedNote([command.path]) + unsearchedNote(model) + (isCutShort ? CUT_SHORT : '');
  return { exitCode: EXIT.done, output, encoding: 'utf8', messages };
}

const CUT_SHORT =
  'httpd-codemod: a server has too many combinations of addresses and folders to go through. Of it, and of the servers after it, only addresses that lines name are listed.\n';

function asText({ request: { method, host, port, path }, isSecure, status }: RequestToTry): string {
  const usual = isSecure ? 443 : 80;
  const at = port === null || port === usual ? '' : `:${port}`;
  return `${status ?? '-'} ${method} ${isSecure ? 'https' : 'http'}://${host ?? 'localhost'}${at}${path}`;
}

function asJson({
  request: { method, host, port, serverAddress, path },
  isSecure,
  status,
}: RequestToTry): string {
  const scheme = isSecure ? 'https' : 'http';
  return JSON.stringify({ method, scheme, address: serverAddress, port, host, path, status });
}

/** What is not known of a tree's answers, for want of folders that this machine or this user does not have; '' if all were searched. */
function unsearchedNote({ unknowns }: ServerModel): string {
  const folders = unknowns.filter(({ kind }) => kind === 'folder').map(({ subject }) => subject);
  if (folders.length === 0) return '';
  const named = visible(folders.join('; '));
  return `httpd-codemod: could not be searched for .htaccess files, or not read: ${named}. They could change what requests there are answered, which is not known (-).\n`;
}

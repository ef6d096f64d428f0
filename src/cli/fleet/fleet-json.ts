import packageJson from '../../../package.json' with { type: 'json' };
import { JSON_REPORT_VERSION, showableJsonText } from '../../report/index.ts';
import type { JsonReport } from '../../report/index.ts';
import type { FleetEnd } from './deliver-fleet.ts';

/** The document of `--format json`, server by server: it has all their edits, and may be larger than memory. */
export function* fleetJson({ command, outcomes, store, exitCode }: FleetEnd): Generator<string> {
  const failures = outcomes.flatMap(({ server, failure, summary }) =>
    failure === null && summary.failure === null
      ? []
      : [`${server.name}: ${failure ?? summary.failure ?? ''}`],
  );
  const head: JsonReport = {
    version: JSON_REPORT_VERSION,
    tool: { name: 'httpd-codemod', version: packageJson.version },
    encoding: 'latin1',
    mode: command.mode,
    exitCode,
    migrations: [],
    configtest: outcomes.flatMap(({ configtest = [] }) => configtest),
    failure: failures.length === 0 ? null : failures.join('; '),
  };
  const { migrations: _, ...rest } = head;
  yield `${showableJsonText(JSON.stringify(rest)).slice(0, -1)},"migrations":[`;
  let gap = '\n';
  for (const { server, summary, frame } of outcomes) {
    const detail = summary.id === null ? null : store.detail(summary.id, frame);
    if (detail === null) continue;
    yield `${gap}${showableJsonText(JSON.stringify({ ...detail.report, path: server.name }))}`;
    gap = ',\n';
  }
  yield '\n]}\n';
}

import type { FirstGuard } from '../dual/index.ts';
import type { ServerModel } from '../model/index.ts';
import type { TargetProfile } from '../target/index.ts';
import { positionAt } from '../text/index.ts';
import type { PipelineResult } from '../transform/index.ts';
import type { Finding } from './types.ts';

/** What one text for both versions can't say, or takes for granted. */
export function dualFindings(
  before: ServerModel,
  result: PipelineResult,
  guards: readonly FirstGuard[],
  target: TargetProfile,
): Finding[] {
  const [first] = guards;
  const renamed = result.patches.filter(({ path, newPath }) => path !== newPath);
  return [
    ...renamed.map(({ path, newPath }) => finding('file-name', 'error', path, namesMessage(newPath))),
    ...(first === undefined ? [] : [versionFinding(before, first, target)]),
  ];
}

function namesMessage(newPath: string): string {
  return `2.4 wants this file to be called ${newPath}. One text for both versions can't have two names: give it the new name on the machines that run 2.4.`;
}

function versionFinding(before: ServerModel, { path, at }: FirstGuard, target: TargetProfile): Finding {
  const text = before.files.get(path)?.source.text ?? '';
  const place = { span: { start: at, end: at }, position: positionAt(text, at) };
  const isThere = target.builtin.has('version_module') || target.loadable.has('version_module');
  const message = isThere
    ? 'What only one version reads stands in <IfVersion>: the machines of both must have mod_version.'
    : `What only one version reads stands in <IfVersion>, but the target (${target.name}) has no mod_version: build or install it.`;
  return { ...finding('version', isThere ? 'info' : 'error', path, message), ...place };
}

function finding(messageId: string, level: Finding['level'], path: string, message: string): Finding {
  return {
    transform: 'dual',
    messageId,
    level,
    message,
    path,
    span: null,
    position: null,
    applicability: level === 'info' ? null : 'manual',
    fixTitle: null,
    applied: false,
  };
}

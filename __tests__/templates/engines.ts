import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export type Values = Readonly<Record<string, unknown>>;

/** Renders each text with its values; the same number of texts. */
export type Renderer = (jobs: readonly (readonly [text: string, values: Values])[]) => string[];

const ENGINES = join(import.meta.dirname, 'engines');

/** By how a template's name ends: what makes text of it, as its users call it. */
const COMMANDS: Readonly<Record<string, readonly [command: string, script: string]>> = {
  erb: ['ruby', 'erb.rb'],
  epp: ['ruby', 'epp.rb'],
  j2: ['/usr/bin/python3', 'jinja.py'],
  mustache: ['ruby', 'mustache.rb'],
};

/** What the engine needs besides its interpreter. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  erb: ['ruby', '-rerb', '-e', ''],
  // To ask Puppet itself takes as long as to render.
  epp: ['sh', '-c', 'command -v puppet'],
  j2: ['/usr/bin/python3', '-c', 'import jinja2'],
  mustache: ['ruby', '-rmustache', '-e', ''],
  m4: ['m4', '--version'],
};

/** Whether the engine is there. Without it tests are skipped, but never in CI. */
export function hasEngine(ending: string): boolean {
  const [command = '', ...words] = NEEDS[ending] ?? [];
  const isThere = spawnSync(command, words).status === 0;
  if (!isThere && process.env.CI) throw new Error(`the engine of .${ending} files is missing (${command})`);
  if (!isThere) console.warn(`the engine of .${ending} files is missing: its templates are not rendered`);
  return isThere;
}

export function rendererOf(ending: string): Renderer {
  if (ending === 'm4') return (jobs) => jobs.map(([text, values]) => renderMacros(text, values));
  const [command = '', script = ''] = COMMANDS[ending] ?? [];
  return (jobs) => JSON.parse(run(command, [join(ENGINES, script)], JSON.stringify(jobs))) as string[];
}

function renderMacros(text: string, values: Values): string {
  return run(
    'm4',
    Object.entries(values).map(([name, value]) => `-D${name}=${String(value)}`),
    text,
  );
}

function run(command: string, words: readonly string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(command, words, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${stderr}`);
  return stdout;
}

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** The tenant's process: folder, link, folder, link; now and then it rests, so that some work comes through. */
const RACER = `
const { renameSync } = require('node:fs');
const [bait, link] = process.argv.slice(1);
for (;;) {
  renameSync(bait, bait + '.away');
  renameSync(link, bait);
  renameSync(bait, link);
  renameSync(bait + '.away', bait);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() < 0.9 ? 0 : 50 * Math.random());
}`;

/** While the work is done a tenant (by his number; null: this user) exchanges a folder or file for a link all the time. */
export async function exchangeWhile(
  { bait, link }: { readonly bait: string; readonly link: string },
  tenant: number | null,
  work: () => void,
): Promise<void> {
  const owner = tenant === null ? {} : { uid: tenant, gid: tenant };
  const racer = spawn(process.execPath, ['-e', RACER, bait, link], { ...owner, stdio: 'inherit' });
  const ended = new Promise((resolve) => racer.once('exit', resolve));
  try {
    await setTimeout(500);
    work();
  } finally {
    racer.kill('SIGKILL');
    await ended;
  }
  const away = `${bait}.away`;
  if (!fs.existsSync(away)) return;
  if (fs.existsSync(bait)) fs.renameSync(bait, link);
  fs.renameSync(away, bait);
}

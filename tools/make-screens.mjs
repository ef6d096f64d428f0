// Makes docs/screens: the HTML report of the bundled tree as a person sees it, wide, dark and on a phone, in Debian's Chromium.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { fromRoot, runNode } from './set-up.mjs';

const BUNDLED = '__fixtures__/trees/bundled-2.2';
const SCREENS = [
  { name: 'report-overview', width: 1200, height: 760, scheme: 'light', at: null },
  { name: 'report-who', width: 1200, height: 900, scheme: 'light', at: '#access' },
  { name: 'report-changes', width: 1200, height: 900, scheme: 'dark', at: '#changes' },
  { name: 'report-phone', width: 390, height: 844, scheme: 'light', at: '#changes' },
];

const folder = mkdtempSync(join(tmpdir(), 'httpd-codemod-screens-'));
try {
  const report = join(folder, 'report.html');
  runNode([fromRoot('bin/httpd-codemod.js'), BUNDLED, '--quiet', '--output', report]);
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
    ],
  });
  const page = await context.newPage();
  await page.goto(pathToFileURL(report).href);
  mkdirSync(fromRoot('docs/screens'), { recursive: true });
  for (const { name, width, height, scheme, at } of SCREENS) {
    // One after the other: they share a page.
    // oxlint-disable no-await-in-loop
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate(
      (id) => (id === null ? scrollTo(0, 0) : document.querySelector(id).scrollIntoView()),
      at,
    );
    await page.waitForTimeout(200);
    await page.screenshot({ path: fromRoot(`docs/screens/${name}.png`) });
  }
  await context.close();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

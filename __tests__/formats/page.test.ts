import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ReportData } from '../../src/formats/index.ts';
import { renderHtml } from '../../src/formats/index.ts';
import { tempTree } from '../cli/temp-tree.ts';
import { hasChromium, openBrowser } from './browser.ts';
import { manyFiles, migrationOf, reportOf, SERVER, treeOf } from './sample-report.ts';
import { describeInCI } from '../effort.ts';

if (!hasChromium && process.env['CI'] === 'true') throw new Error('chromium is missing: .ci/run installs it');
if (!hasChromium)
  process.stderr.write('SKIPPED: the HTML report in a browser, for there is no /usr/bin/chromium\n');
// A browser takes its time to start, and for each page: not for a sample.
const whereThereIsOne = hasChromium ? describeInCI : describe.skip;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let close = async (): Promise<void> => {};
let open: () => Promise<Page>;

beforeAll(async () => {
  if (!hasChromium) return;
  const browser = await openBrowser();
  close = browser.close;
  open = () => browser.context.newPage();
});

afterAll(() => close());

/** The page of a report, opened from its file, and whatever it asked the network for. */
async function show(
  data: ReportData,
): Promise<{ readonly page: Page; readonly requests: readonly string[] }> {
  const path = join(tempTree({}), 'report.html');
  writeFileSync(path, [...renderHtml(data)].join(''));
  const page = await open();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => requests.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') requests.push(`console: ${message.text()}`);
  });
  await page.goto(pathToFileURL(path).href);
  return { page, requests };
}

/** What axe finds wrong. */
async function faults(page: Page): Promise<string[]> {
  // The policy of the page lets no other script in, but for those that the browser is told to run.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  });
}

const sample = (): ReportData => reportOf([treeOf(migrationOf(SERVER))]);

whereThereIsOne('the HTML report', () => {
  test('loads nothing but itself, and has no fault that axe knows: light, dark, on a phone', async () => {
    const { page, requests } = await show(sample());
    expect(await faults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faults(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await faults(page)).toEqual([]);
    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(isTooWide).toBe(false);
    expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
    expect(requests).toHaveLength(1);
    await page.close();
  });

  test('tells who gets in, what changes and why, and filters by words, kinds and rules', async () => {
    const { page } = await show(sample());
    expect(await page.locator('#access-list').textContent()).toContain('Only clients from 192.0.2.0/24.');
    expect(await page.locator('#file-list').textContent()).toContain('MaxRequestWorkers');
    expect(await page.locator('#file-list .reasons').first().textContent()).toMatch(/\w/);
    expect(await page.locator('#include-list').textContent()).toContain('Include conf.d/*.conf');
    expect(await page.locator('#merge-list').textContent()).toContain('<Location /status>');
    await page.keyboard.press('/');
    await page.keyboard.type('maxrequestsperchild');
    expect(await page.locator('#file-list details:visible').count()).toBe(1);
    await page.fill('#search', '');
    await page.selectOption('#rule', 'rename-max-clients');
    expect(await page.locator('#file-list details:visible').count()).toBe(1);
    await page.selectOption('#rule', '');
    const before = await page.locator('#finding-list > li:visible').count();
    await page.locator('#kinds label', { hasText: 'Done, in the diff' }).locator('input').check();
    expect(await page.locator('#finding-list > li:visible').count()).toBeGreaterThan(before);
    await page.close();
  });

  test('says first what the summary of the terminal says; of a refused tree no change', async () => {
    const { page } = await show(sample());
    const overview = await page.locator('#overview').innerText();
    for (const part of ['files change, in', 'By rule', 'rename-max-clients', 'New lines', 'Who gets in'])
      expect(overview).toContain(part);
    const difference = { path: '/x.conf', position: { line: 1, column: 1 }, message: '2.4 would not.' };
    const refused = { ...migrationOf(SERVER), refused: [difference] };
    const { page: other } = await show(reportOf([treeOf(refused)]));
    expect(await other.locator('#overview').innerText()).not.toMatch(/By rule|changes?, in/);
    await page.close();
    await other.close();
  });

  test('breaks long paths, in each column and on each screen', async () => {
    const folder = `/${'a-long-name-of-a-folder_without_blanks'.repeat(3)}`;
    const files = Object.fromEntries(
      Object.entries(SERVER).map(([path, text]) => [
        `${folder}${path}`,
        text.replaceAll('"/etc/', `"${folder}/etc/`),
      ]),
    );
    const { page } = await show(
      reportOf([treeOf(migrationOf(files, `${folder}/etc/httpd/httpd.conf`), folder)]),
    );
    // The arrow beside a step of the merge order stands outside of it.
    const tooWide = () =>
      page.evaluate(`[...document.querySelectorAll('main :is(section, li:not(.walks > li), dd, td, p)')]
        .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
        .map((each) => each.outerHTML.slice(0, 120))`);
    expect(await tooWide()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await tooWide()).toEqual([]);
    await page.close();
  });

  test('opens and closes a file by the keyboard', async () => {
    const { page } = await show(sample());
    const file = page.locator('#file-list details').first();
    await file.locator('summary').focus();
    const isOpen = async () => (await file.getAttribute('open')) !== null;
    const before = await isOpen();
    await page.keyboard.press('Enter');
    expect(await isOpen()).toBe(!before);
    await page.close();
  });

  test('prints every change of a small tree, whatever is closed on the screen', async () => {
    const { page } = await show(sample());
    await page.click('#close-all');
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('#file-list details[open]').count()).toBe(2);
    await page.close();
  });

  test('of 5,000 files makes only the diffs that are looked at', async () => {
    const tree = { ...treeOf(migrationOf(SERVER)), files: manyFiles(5000) };
    const { page } = await show(reportOf([tree]));
    expect(await page.locator('#file-list > details').count()).toBe(5000);
    expect(await page.locator('#file-list table').count()).toBeLessThan(20);
    await page.fill('#search', 'host-4321.conf');
    const [found, ...others] = await page.locator('#file-list > details:visible').all();
    expect(others).toEqual([]);
    await found!.locator('summary').click();
    expect(await found!.locator('table').textContent()).toContain('Require ip 10.0.121.0/24');
    await page.close();
  });

  test('shows the chosen one of several trees', async () => {
    const [one, other] = [
      treeOf(migrationOf(SERVER), 'one'),
      { ...treeOf(migrationOf(SERVER), 'other'), files: manyFiles(3) },
    ];
    const { page } = await show(reportOf([one, other]));
    expect(await page.locator('#file-list > details').count()).toBe(2);
    await page.selectOption('#tree', '1');
    expect(await page.locator('#file-list > details').count()).toBe(3);
    expect(await faults(page)).toEqual([]);
    await page.close();
  });

  test('shows what a hostile file says as text', async () => {
    const evil = '</script><img src=x onerror="globalThis.evil=1"><script>globalThis.evil=1</script>';
    const { page, requests } = await show(
      reportOf([treeOf(migrationOf({ ...SERVER, '/etc/httpd/conf.d/a.conf': `# ${evil}\nMaxClients 5\n` }))]),
    );
    expect(await page.evaluate('globalThis.evil')).toBeUndefined();
    expect(requests).toHaveLength(1);
    expect(await page.locator('#file-list').textContent()).toContain('onerror');
    await page.close();
  });
});

// The licences of the packages that a bundle holds: each asks that its text goes where its code goes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from './set-up.mjs';

/** One text with the licence of every package among the inputs of an esbuild metafile. */
export function bundledLicenses({ inputs }) {
  const folders = Object.keys(inputs).map(
    (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0],
  );
  const packages = [...new Set(folders)].filter((folder) => folder !== undefined).toSorted();
  return packages.map(licenseOf).join('\n');
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(fromRoot(join(folder, 'package.json')), 'utf8'));
  const file = readdirSync(fromRoot(folder)).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  const text =
    file === undefined ? '(no licence file)' : readFileSync(fromRoot(join(folder, file)), 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}

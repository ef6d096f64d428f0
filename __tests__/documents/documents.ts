/** What is read by people, by path in the project. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'docs/access-proof.md',
  'docs/fleet.md',
  'docs/hostile-input.md',
  'docs/library.md',
  'docs/options.md',
  'docs/reports.md',
  'docs/settings.md',
  'docs/reference.md',
  'docs/without-node.md',
];

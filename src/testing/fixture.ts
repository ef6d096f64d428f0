import type { MigrateOptions } from '../migrate/index.ts';

/** What case.json may say; everything has a default. */
export interface FixtureCase {
  /** Why the case is there, for whoever reads it. */
  readonly why?: string;
  /** Rows of the upgrade guide that it shows, where its transform serves several; a case may be named for its row instead. */
  readonly rows?: readonly string[];
  /** What is migrated, relative to input/; without it the one .conf file that lies there, else the whole folder. */
  readonly path?: string;
  /** Empty folders, which git does not keep, relative to input/. */
  readonly folders?: readonly string[];
  readonly target?: string;
  readonly defines?: readonly string[];
  /** Transforms that run; without it the one that the folder is named for. */
  readonly only?: readonly string[];
  /** As if there were no others: what comes out is a whole migration, and is proven. */
  readonly isProven?: boolean;
  readonly access?: MigrateOptions['access'];
  readonly semantics?: MigrateOptions['semantics'];
  readonly dual?: boolean;
  readonly readAs?: MigrateOptions['readAs'];
  readonly apply?: MigrateOptions['apply'];
}

/** One folder `__fixtures__/transforms/<transform>/<name>`. Texts are Latin-1, by path relative to input/ or expected/. */
export interface Fixture {
  readonly transform: string;
  readonly name: string;
  readonly folder: string;
  readonly settings: FixtureCase;
  readonly input: Readonly<Record<string, string>>;
  /** Symbolic links in input/: path -> target. */
  readonly links: Readonly<Record<string, string>>;
  /** Only the files that change, by their new names. */
  readonly expected: Readonly<Record<string, string>>;
  /** names.txt, which files get other names, and which links are made and go; '' without one. */
  readonly nameChanges: string;
  /** findings.txt; '' without one. */
  readonly findings: string;
}

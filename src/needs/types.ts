import type { ModelFile, Occurrence, Truth } from '../model/index.ts';
import type { Node } from '../syntax/index.ts';
import type { Span } from '../text/index.ts';

/** The line that shows a need: a directive, or the opening line of a section or guard. */
export interface UseSite {
  readonly file: ModelFile;
  readonly span: Span;
}

/** A place in the reading order: that of a directive or section; null is the file as a whole. */
export interface ReadingPlace {
  readonly file: ModelFile;
  readonly node: Node | null;
  readonly seq: number;
}

/**
 * What happens without the module. `new`: 2.4 refuses, dies or answers 500 where 2.2 did not (the module is new, or was
 * given what others had). `same`: both versions refuse the line, so that a live line of a configuration file proves that
 * the 2.2 server had it. `behaviour`: the line is accepted, but does nothing; 2.2 may have run like that.
 */
export type UseKind = 'new' | 'same' | 'behaviour';

/** Something in the configuration that works through a module. */
export interface ModuleUse {
  /** Identifiers, any one of them being enough; the first that the target has is the one to load. */
  readonly anyOf: readonly string[];
  readonly kind: UseKind;
  /** What uses it, as a reader of the line would name it: `AuthType`, `the filter DEFLATE`. */
  readonly what: string;
}

/** Where a use stands, and who reads it there. */
export interface UsePlace {
  readonly site: UseSite;
  /** Whether the 2.4 server reads the line. Never `no`. */
  readonly live: Truth;
  readonly inHtaccess: boolean;
}

/** A use of a module of which it can't be told whether the 2.2 server had it. */
export interface UnsureUse {
  readonly identifier: string;
  readonly what: string;
  readonly site: UseSite;
  /** An unguarded line of a .htaccess file: a server without the module answers 500 below it. */
  readonly refuses: boolean;
}

/** A 2.4 module that the tree needs, and that neither it nor the target has loaded. */
export interface Need {
  readonly identifier: string;
  /** What needs it, as a reader of the line would name it. */
  readonly what: string;
  /** The first line that needs it; null if every server does. */
  readonly site: UseSite | null;
  /** The first thing that must find it loaded when it is read; null if it may come anywhere. */
  readonly limit: ReadingPlace | null;
  /** Whether the target has the module to load. */
  readonly available: boolean;
  /** Whether 2.4 certainly does not start without it. */
  readonly stops: boolean;
  /** Whether loading it would let in whom 2.2 kept out: left to a person. */
  readonly opens: boolean;
  /** The line, in a guard that may not hold, that alone needs it: it is loaded above it. */
  readonly above?: Occurrence;
}

import { count, timed } from '../text/index.ts';
import { parse } from '../syntax/index.ts';
import type { Document, TemplateEngine } from '../syntax/index.ts';
import type { SourceFile } from '../text/index.ts';
import { isBinary } from './entry/is-binary.ts';
import { IncludeMemory } from './include/resolve-include.ts';
import { SearchMemory } from './htaccess/search-memory.ts';
import { linesOf } from './read/tree-size.ts';

/** What the models of one tree share: each text of a path is parsed once, so that one built again after an edit looks only at the files that changed. */
export interface ParseCache {
  parse(source: SourceFile): Document;
  /** What is found out of a text before it is parsed. */
  measure(source: SourceFile): TextMeasures;
  readonly searches: SearchMemory;
  readonly includes: IncludeMemory;
  /** No other model will be made: what was kept for it is let go. */
  clear(): void;
}

export interface TextMeasures {
  readonly isBinary: boolean;
  /** See `linesOf`. Counted when it is asked for: trees without a bound need not be gone through for it. */
  readonly lines: number;
}

class Measured implements TextMeasures {
  readonly text: string;
  readonly isBinary: boolean;
  private counted = 0;

  constructor(text: string) {
    this.text = text;
    this.isBinary = isBinary(text);
  }

  get lines(): number {
    if (this.counted === 0) this.counted = linesOf(this.text);
    return this.counted;
  }
}

export function createParseCache(template: TemplateEngine = 'auto'): ParseCache {
  const known = new Map<string, Document[]>();
  const measured = new Map<string, Measured>();
  const searches = new SearchMemory();
  const includes = new IncludeMemory();
  return {
    searches,
    includes,
    parse(source) {
      const documents = known.get(source.path) ?? [];
      const same = documents.find((document) => document.source.text === source.text);
      if (same !== undefined) return same;
      count('files parsed');
      const document = timed('parse', () => parse(source, { template }));
      // The original and the latest: trees are large.
      known.set(source.path, [...documents.slice(0, 1), document]);
      return document;
    },
    measure({ path, text }) {
      const last = measured.get(path);
      if (last?.text === text) return last;
      const made = new Measured(text);
      measured.set(path, made);
      return made;
    },
    clear() {
      known.clear();
      measured.clear();
      searches.clear();
      includes.clear();
    },
  };
}

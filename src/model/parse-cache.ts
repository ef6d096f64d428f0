import { count, timed } from '../text/index.ts';
import { parse } from '../syntax/index.ts';
import type { Document, TemplateEngine } from '../syntax/index.ts';
import type { SourceFile } from '../text/index.ts';

/** Parses each text of a path once, so that a model built again after an edit parses only the files that changed. */
export interface ParseCache {
  parse(source: SourceFile): Document;
}

export function createParseCache(template: TemplateEngine = 'auto'): ParseCache {
  const known = new Map<string, Document[]>();
  return {
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
  };
}

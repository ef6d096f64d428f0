import type { Document, Node, Section } from './nodes.ts';

/** Where a node stands: the section around it (null at the top) and its index among that section's children. */
interface Place {
  readonly parent: Section | null;
  readonly index: number;
}

/** The section around a node of this document; null at the top. */
export function parentOf(document: Document, node: Node): Section | null {
  return placeOf(document, node)?.parent ?? null;
}

/** The nodes that stand directly before a node, nearest first. */
export function* precedingSiblings(document: Document, node: Node): Generator<Node> {
  const place = placeOf(document, node);
  const siblings = (place?.parent ?? document).children;
  for (let index = (place?.index ?? 0) - 1; index >= 0; index--) yield siblings[index]!;
}

function placeOf(document: Document, node: Node): Place | undefined {
  let known = latest.find((each) => each.document === document);
  if (known === undefined) {
    latest.unshift((known = { document, places: placesIn(document) }));
    latest.length = Math.min(latest.length, MOST_KEPT);
  }
  return known.places.get(node);
}

/** Of the documents that were asked for last: what is done to one is done at once, and a large tree has thousands. */
const latest: { readonly document: Document; readonly places: ReadonlyMap<Node, Place> }[] = [];
const MOST_KEPT = 8;

function placesIn(document: Document): Map<Node, Place> {
  const places = new Map<Node, Place>();
  const waiting: (Section | null)[] = [null];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const [index, node] of (parent ?? document).children.entries()) {
      places.set(node, { parent, index });
      if (node.type === 'section') waiting.push(node);
    }
  }
  return places;
}

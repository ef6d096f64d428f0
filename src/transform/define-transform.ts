import type { Transform } from './types.ts';

/** Gives a transform its exact message ids as type; returns it unchanged. */
export function defineTransform<const MessageId extends string>(
  transform: Transform<MessageId>,
): Transform<MessageId> {
  return transform;
}

import { setFlagsFromString } from 'node:v8';

/**
 * Garbage that has grown old is collected when the memory in use has grown by two fifths. Node would wait until it is up to four times as
 * much: for a large tree gigabytes, and hardly faster.
 */
export function saveMemory(): void {
  setFlagsFromString('--heap-growing-percent=40');
}

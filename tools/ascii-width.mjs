// Stands in for the package string-width in the bundle (see build.mjs): columns of ASCII text, colours not counted.
import { stripVTControlCharacters } from 'node:util';

export default function asciiWidth(text) {
  return stripVTControlCharacters(text).length;
}

// syntax: the lossless concrete syntax tree. Knows no directive names but those of raw bodies.
// Promise: print(parse(bytes)) is the same bytes, for any bytes; parsing never throws.
export type * from './nodes.ts';

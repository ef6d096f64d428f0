/** The longest line that 2.2 reads (MAX_STRING_LEN), in bytes: no pattern is longer. */
export const LONGEST_PATTERN = 8192;

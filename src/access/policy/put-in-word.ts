/** What an engine will put into a line of Allow, Deny or Require. */
export interface PutIn {
  /** Of the Require line that says the same; `open`: there is none, for what it is about is not known. */
  readonly provider: 'ip' | 'host' | 'env' | 'open';
  /** As it is written, tags and blanks included. */
  readonly text: string;
}

// Such a text is one word to everybody who splits lines: each byte stands for itself above all bytes, behind a mark of its kind.
const MARKS: Readonly<Record<PutIn['provider'], string>> = {
  ip: '\uE200',
  host: '\uE201',
  env: '\uE202',
  open: '\uE203',
};
const ZERO = 0xe300;
const WORD = /([\uE200-\uE203])([\uE300-\uE3FF]*)/g;

export function putInWord({ provider, text }: PutIn): string {
  return (
    MARKS[provider] +
    [...text].map((char) => String.fromCharCode(ZERO + (char.charCodeAt(0) & 0xff))).join('')
  );
}

/** What the word stands for; null of any other word. */
export function readPutIn(word: string): PutIn | null {
  if (!/^[\uE200-\uE203][\uE300-\uE3FF]*$/.test(word)) return null;
  const [provider = 'ip'] = Object.entries(MARKS).find(([, mark]) => mark === word[0]) ?? [];
  return { provider: provider as PutIn['provider'], text: asWritten(word) };
}

/** A text with such words as they are written. */
export function asWritten(text: string): string {
  return text.replaceAll(WORD, (_, _mark: string, chars: string) =>
    [...chars].map((char) => String.fromCharCode(char.charCodeAt(0) - ZERO)).join(''),
  );
}

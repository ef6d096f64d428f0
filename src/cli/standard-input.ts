/** All of standard input, one character per byte. Says so on a terminal, where nothing would seem to happen. */
export async function readStandardInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Reading from the terminal; end with Ctrl-D.\n');
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('latin1');
}

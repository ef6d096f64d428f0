const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const caught: NodeJS.Signals[] = [];
let isDeferring = false;

/**
 * From now on to the end of the program a signal that asks it to end waits: files are being changed, which takes a moment, and
 * is not to stop half way. A second one does not wait.
 */
export function deferSignals(): void {
  if (isDeferring) return;
  isDeferring = true;
  for (const name of SIGNALS) {
    process.on(name, (signal) => {
      if (caught.push(signal) > 1) endBy(signal);
    });
  }
}

/** Whether a signal has come. One that came while nothing but this program ran is known in the next turn only. */
export function isAskedToEnd(): boolean {
  return caught.length > 0;
}

/** When all is done and said: ends by the signal that came meanwhile, so that the caller sees that it did. */
export async function obeyDeferredSignal(tell: (text: string) => Promise<void>): Promise<void> {
  if (!isDeferring) return;
  // Signals that came while nothing but this program ran are delivered in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  const [signal] = caught;
  if (signal === undefined) return;
  await tell(
    `httpd-codemod: interrupted (${signal}) while files were being changed: that was finished first. httpd-codemod undo takes it back.\n`,
  );
  endBy(signal);
}

function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

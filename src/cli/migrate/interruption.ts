const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does work that a signal ends early but in order: the work is told, and what it has begun it cleans up. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listener = (name: NodeJS.Signals) => controller.abort(name);
  for (const name of SIGNALS) process.on(name, listener);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, listener);
  }
}

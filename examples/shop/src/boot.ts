import type { Server } from 'node:http';

/** Says one sentence and ends the process: for what no restart repairs. */
export function giveUp(sentence: string): never {
  process.stderr.write(`Rimba Coffee can't start: ${sentence}\n`);
  process.exit(1);
}

/** Runs a step of the start. What it throws becomes the sentence. */
export function orGiveUp<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error));
  }
}

/** Says why the port can't be taken, and closes everything in order when the process is asked to end. */
export function keepServing(server: Server, port: number, close: () => Promise<void>): void {
  server.on('error', (error: NodeJS.ErrnoException) => {
    giveUp(
      error.code === 'EADDRINUSE'
        ? `port ${port} on 127.0.0.1 is taken. Set SHOP_PORT to a free one.`
        : `port ${port} on 127.0.0.1 can't be used (${error.message}). Set SHOP_PORT to another.`,
    );
  });
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) return;
      isClosing = true;
      server.close(() => {
        void close().finally(() => process.exit(0));
      });
      server.closeIdleConnections();
      // A browser may hold its connection open for minutes.
      setTimeout(() => server.closeAllConnections(), 2000).unref();
    });
  }
}

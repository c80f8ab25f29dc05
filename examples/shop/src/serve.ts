import type { Express } from 'express';

/** Writes one sentence and ends the process, for errors that a restart does not fix. */
function exitWithError(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Rimba Coffee can't start: ${sentence}\n`);
  process.exit(1);
}

/** Runs a step of the start. An error ends the process with one sentence. */
export function exitOnError<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    return exitWithError(error);
  }
}

/** What a process serves, and how it is closed. */
export interface Service {
  readonly app: Express;
  readonly port: number;
  /** Printed when the shop is open. */
  readonly publicUrl: string;
  /** Resolves when requests can be served. */
  readonly ready: Promise<void>;
  /** Called after the last response. */
  readonly close: () => Promise<void>;
}

/** Serves on this machine until the process receives a signal to end, then closes everything in order. */
export async function serve({ app, port, publicUrl, ready, close }: Service): Promise<void> {
  await ready.catch(exitWithError);
  const server = app.listen(port, '127.0.0.1', (error) => {
    if (error !== undefined) exitWithError(portProblem(port, error));
    process.stdout.write(`Rimba Coffee is open at ${publicUrl}\n`);
  });
  // A slow sender holds no connection for long. Idle connections are kept a little longer than usual proxies keep theirs.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = 10_000;
  const stop = (): void => {
    // A second signal ends the process at once, as it does by default.
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    server.close(() => void close().catch(exitWithError));
    server.closeIdleConnections();
    // A browser may keep its connection for minutes.
    setTimeout(() => server.closeAllConnections(), 2000).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function portProblem(port: number, error: NodeJS.ErrnoException): string {
  return error.code === 'EADDRINUSE'
    ? `port ${port} on 127.0.0.1 is taken. Set PGW_SHOP_PORT to a free one.`
    : `port ${port} on 127.0.0.1 can't be used (${error.message}). Set PGW_SHOP_PORT to another.`;
}

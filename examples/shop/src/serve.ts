import type { Express } from 'express';

/** Prints the error in one sentence and ends the process. A restart would not fix the error. */
function exitWithError(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Rimba Coffee can't start: ${message}\n`);
  process.exit(1);
}

/** Runs a startup step. If it fails, prints the error in one sentence and ends the process. */
export async function exitOnError<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    return exitWithError(error);
  }
}

/** What `serve` starts. */
export interface Service {
  readonly app: Express;
  readonly port: number;
  /** The URL to print when the server has started. */
  readonly publicUrl: string;
  /** Resolves when the app can handle requests. */
  readonly ready: Promise<void>;
  /** Closes the resources of the app. Called after the last response. */
  readonly close: () => Promise<void>;
}

/** Starts the server on 127.0.0.1. On SIGINT or SIGTERM, finishes the open requests, then closes the app. */
export async function serve({ app, port, publicUrl, ready, close }: Service): Promise<void> {
  await ready.catch(exitWithError);
  const server = app.listen(port, '127.0.0.1', (error) => {
    if (error !== undefined) exitWithError(describePortError(port, error));
    process.stdout.write(`Rimba Coffee is open at ${publicUrl}\n`);
  });
  // Slow requests are aborted. A reverse proxy usually closes an idle connection after 60 seconds. The server
  // closes it later, so that the proxy never sends a request over a closed connection.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = 10_000;
  const stop = (): void => {
    // Without these listeners, a second signal ends the process at once.
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    server.close(() => void close().catch(exitWithError));
    server.closeIdleConnections();
    // A browser can keep its connection open for minutes.
    setTimeout(() => server.closeAllConnections(), 2000).unref();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function describePortError(port: number, error: NodeJS.ErrnoException): string {
  return error.code === 'EADDRINUSE'
    ? `port ${port} on 127.0.0.1 is in use. Set PGW_SHOP_PORT to a free port.`
    : `port ${port} on 127.0.0.1 can't be used (${error.message}). Set PGW_SHOP_PORT to another port.`;
}

import type { Server } from 'node:http';
import { checkout } from './checkout.ts';
import { publicUrl } from './settings.ts';

/**
 * Starts the server. After SIGINT or SIGTERM, pending requests and background work finish before the process
 * ends. After two seconds, open connections are closed.
 */
export async function serve(server: Server): Promise<void> {
  await checkout.ready;
  // Slow requests are aborted. A reverse proxy usually closes an idle connection after 60 seconds. The server closes
  // it later, so that the proxy never sends a request over a closed connection.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = 10_000;
  const port = Number(process.env.PORT ?? 3000);
  server.once('error', (error) => {
    console.error(`${error.message}. Set PORT and PGW_PUBLIC_URL to use another port.`);
    process.exit(1);
  });
  server.listen(port, '127.0.0.1', () => console.log(`Open ${publicUrl}`));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      server.close(() => void checkout.close());
      setTimeout(() => server.closeAllConnections(), 2000).unref();
    });
  }
}

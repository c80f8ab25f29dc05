import type { Server } from 'node:http';
import { checkout, publicUrl } from './checkout.ts';

/** Listens until the process receives a signal to end, then lets running requests and background work finish. */
export async function serve(server: Server): Promise<void> {
  await checkout.ready;
  server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => console.log(`Open ${publicUrl}`));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      server.close(() => void checkout.close());
      server.closeAllConnections();
    });
  }
}

import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

/** A proxy that serves an app below a path, and removes that path from forwarded requests. */
export interface PathProxy {
  /** The URL with the path, such as `http://127.0.0.1:4000/store`. */
  readonly url: string;
  /** The paths of the requests that are not below the path of the app. The app does not receive them. */
  readonly requestsOutside: readonly string[];
  close(): Promise<void>;
}

/** Starts the proxy. It forwards each request to the origin that `getOrigin` returns. */
export async function startPathProxy(path: string, getOrigin: () => string): Promise<PathProxy> {
  const requestsOutside: string[] = [];
  const server = createServer((req, res) => {
    const url = req.url ?? '/';
    if (!url.startsWith(`${path}/`)) {
      // Browsers request the favicon automatically.
      if (url !== '/favicon.ico') requestsOutside.push(url);
      res.writeHead(404).end();
      return;
    }
    const { method, headers } = req;
    const forwarded = request(getOrigin() + url.slice(path.length), { method, headers }, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    });
    forwarded.on('error', () => res.writeHead(502).end());
    req.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${path}`, requestsOutside, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}

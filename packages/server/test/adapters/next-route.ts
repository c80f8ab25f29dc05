import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';

// Calls a route handler as Next.js 16 does, without an installation of Next.js. A nightly test runs the template for Next.js in a
// production build: scripts/test/create-shop.nightly.test.ts.

type RouteHandler = (request: Request) => Promise<Response>;

/** The headers that Next.js removes from the response of a route handler (dist/server/send-response.js). */
const removedHeaders = ['content-length', 'content-encoding', 'transfer-encoding'];

/** Returns the listener of a server that has one route with these exports, for each path that begins with `prefix`. */
export function createRouteListener(
  prefix: string,
  route: Readonly<Record<string, RouteHandler>>,
): RequestListener {
  const respond = async (request: Request): Promise<Response> => {
    const nextUrl = new URL(request.url);
    if (!nextUrl.pathname.startsWith(prefix))
      return new Response('This page could not be found.', { status: 404 });
    // Next.js calls GET for HEAD if the route has no HEAD.
    const handler = route[request.method] ?? (request.method === 'HEAD' ? route['GET'] : undefined);
    if (handler === undefined) return new Response(null, { status: 405 });
    const response = await handler(Object.assign(request, { nextUrl }));
    const headers = new Headers(response.headers);
    for (const name of removedHeaders) headers.delete(name);
    return new Response(response.body, { status: response.status, headers });
  };
  const listener = getRequestListener(respond);
  return (request, response) => void listener(request, response);
}

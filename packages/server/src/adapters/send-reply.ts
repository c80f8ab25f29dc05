import type { ServerResponse } from 'node:http';
import type { HttpReply } from '../http/route.ts';

/** Sends a response with the methods of Node, because a framework or an app can replace its own. */
export function sendReply(res: ServerResponse, reply: HttpReply | undefined): void {
  // The app may have responded in the meantime, for example after a timeout of its own.
  if (res.headersSent) return;
  if (reply === undefined) {
    res.destroy();
    return;
  }
  res.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers))
    // The app may have set other cookies.
    if (name === 'Set-Cookie') res.appendHeader(name, value);
    else res.setHeader(name, value);
  // The rest of a refused body is not read, so no other request can be read from this connection (RFC 9112,
  // 9.3).
  const { req } = res;
  if (req.readableDidRead && !req.complete && req.httpVersionMajor < 2) res.setHeader('Connection', 'close');
  res.end(reply.body);
}

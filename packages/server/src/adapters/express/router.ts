import express, { type Response, type Router } from 'express';
import type { CheckoutEventListener } from '../../events/event.ts';
import type { Dispatch } from '../../http/dispatch.ts';
import type { HttpReply } from '../../http/reply.ts';
import { ExpressRequest } from './express-request.ts';
import { reportChangedApp } from './report-changes.ts';

/** Creates the router that passes every request below its mount path to the checkout. */
export function createRouter(dispatch: Dispatch, emit: CheckoutEventListener): Router {
  const router = express.Router();
  router.use(reportChangedApp(emit));
  router.use((req, res, next) => {
    // Express 4 does not handle rejections.
    dispatch(new ExpressRequest(req, res))
      .then((reply) => send(res, reply))
      .catch(next);
  });
  return router;
}

/** Sends a response with the methods of Node, because an app can replace those of Express. */
function send(res: Response, reply: HttpReply | undefined): void {
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

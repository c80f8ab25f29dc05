import express, { type Router } from 'express';
import type { CheckoutEventListener } from '../../events/event.ts';
import type { Dispatch } from '../../http/dispatch.ts';
import { sendReply } from '../send-reply.ts';
import { ExpressRequest } from './express-request.ts';
import { reportChangedApp } from './report-changes.ts';

export function createRouter(dispatch: Dispatch, emit: CheckoutEventListener): Router {
  const router = express.Router();
  router.use(reportChangedApp(emit));
  router.use((req, res, next) => {
    // Express 4 does not handle rejections.
    dispatch(new ExpressRequest(req, res))
      .then((reply) => sendReply(res, reply))
      .catch(next);
  });
  return router;
}

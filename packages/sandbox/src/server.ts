import { setTimeout } from 'node:timers/promises';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { faulty, Refusal, wrapped, type Answer } from './answers.ts';
import { admit } from './gate.ts';
import type { Gateway } from './gateway.ts';
import type { Handler } from './handlers/handler.ts';
import { handlers } from './handlers/index.ts';
import { misbehaviourOf } from './handlers/query-payment.ts';

const bodyLimit = '1mb';

/** The routes of the interface, made from the endpoint table. Paths match without regard to case. */
export function interfaceRoutes(gateway: Gateway): Router {
  const router = express.Router({ caseSensitive: false });
  const raw: RequestHandler = express.raw({ type: () => true, limit: bodyLimit });
  for (const handler of Object.values(handlers)) {
    const { method, name } = handler.endpoint;
    const path = gateway.settings.profile.paths[name];
    const serve: RequestHandler = async (incoming, outgoing) => {
      await answer({ incoming, outgoing, handler, gateway });
    };
    if (method === 'GET') router.get(path, serve);
    else router.post(path, raw, serve);
  }
  return router;
}

interface Exchange {
  readonly incoming: Request;
  readonly outgoing: Response;
  readonly handler: Handler;
  readonly gateway: Gateway;
}

async function answer({ incoming, outgoing, handler, gateway }: Exchange): Promise<void> {
  const { endpoint } = handler;
  const made = attempt(() => {
    const { tenant, request } = admit(incoming, endpoint, gateway);
    const met = gateway.misbehaviour.ofAnswer(
      endpoint.name,
      endpoint.name === 'queryPayment' ? misbehaviourOf(request, gateway) : [],
    );
    // An answer of 500 means that nothing was processed; a slow one, that all of it was.
    if (met.some((scenario) => scenario.answer === 'error')) throw new Refusal(internalError());
    const payload = handler.answer(request, { gateway, tenant });
    const waitMs = met.find((scenario) => scenario.answer === 'slow')?.delayMs ?? 0;
    return { answer: endpoint.isWrapped ? wrapped(payload) : { status: 200, body: payload }, waitMs };
  });
  if (made.waitMs > 0) await setTimeout(made.waitMs, undefined, { ref: false });
  if (outgoing.destroyed) return;
  outgoing.status(made.answer.status).set('cache-control', 'no-store').json(made.answer.body);
}

function attempt(make: () => { answer: Answer; waitMs: number }): { answer: Answer; waitMs: number } {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return { answer: error.answer, waitMs: 0 };
    throw error;
  }
}

/** The answer of a service that failed. */
export function internalError(): Answer {
  return faulty(500, { code: 0, message: 'An internal error occurred during your request!' });
}

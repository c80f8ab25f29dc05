import { randomBytes } from 'node:crypto';
import { PgwError } from '@pgw/client';
import { Router, type NextFunction, type Request, type Response } from 'express';
import { sendPage, textOf, type Office } from './context.ts';
import { payoutFormMain } from './pages/payout-form.ts';
import { payoutMain, payoutsMain } from './pages/payouts.ts';
import { askAboutPayout, payOut } from './pay-out.ts';
import { readPayout, typedOf } from './payout-form.ts';

const section = 'payouts' as const;
const keyShape = /^[A-Za-z0-9_-]{8,64}$/;

/** Money out, and what was paid out. */
export function payoutRoutes(office: Office): Router {
  const { payouts } = office;
  const router = Router();

  router.get('/payouts', (_request, response) => {
    sendPage(response, { title: 'Payouts', section, main: payoutsMain(payouts.newest(100)) });
  });

  router.get('/payouts/new', (request, response) => {
    const earlier = payouts.find(textOf(request.query, 'like'));
    const typed = earlier === undefined ? readPayout({ isLocal: 'yes' }) : typedOf(earlier);
    const main = payoutFormMain({ typed, errors: {}, key: newKey() });
    sendPage(response, { title: 'New payout', section, main });
  });

  router.post('/payouts', make(office));

  router.get('/payouts/:reference', (request, response, next) => {
    const payout = payouts.find(request.params.reference);
    if (payout === undefined) return next();
    const main = payoutMain(payout, { did: textOf(request.query, 'did') });
    sendPage(response, { title: `Payout ${payout.reference}`, section, main });
  });

  router.post('/payouts/:reference/ask', ask(office));

  return router;
}

function newKey(): string {
  return randomBytes(15).toString('base64url');
}

function make(office: Office) {
  return async (request: Request, response: Response): Promise<void> => {
    const typed = readPayout(request.body);
    const key = textOf(request.body, 'key');
    const answer = await payOut(office, {
      typed,
      key: keyShape.test(key) ? key : newKey(),
      ipAddress: request.socket.remoteAddress ?? '127.0.0.1',
      userAgent: request.headers['user-agent'],
    });
    if ('payout' in answer) return response.redirect(303, `/office/payouts/${answer.payout.reference}`);
    const main = payoutFormMain({ typed, errors: answer.errors, key: newKey() });
    sendPage(response.status(422), { title: 'Check the payout', section, main });
  };
}

function ask(office: Office) {
  const { payouts } = office;
  return async (
    request: Request<{ reference: string }>,
    response: Response,
    next: NextFunction,
  ): Promise<void> => {
    const payout = payouts.find(request.params.reference);
    if (payout === undefined) return next();
    const { reference } = payout;
    try {
      const found = await askAboutPayout(office, payout);
      response.redirect(303, `/office/payouts/${reference}?did=${found}`);
    } catch (error) {
      if (!(error instanceof PgwError)) throw error;
      const main = payoutMain(payouts.find(reference) ?? payout, { did: '', trouble: error.message });
      sendPage(response.status(502), { title: `Payout ${reference}`, section, main });
    }
  };
}

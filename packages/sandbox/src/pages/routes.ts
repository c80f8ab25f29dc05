import { setTimeout } from 'node:timers/promises';
import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { findMark } from '../catalogue/catalogue.ts';
import { renderMark, type Mark } from '../catalogue/marks.ts';
import type { Gateway } from '../gateway.ts';
import { runAs, type Actor } from '../activity/actor.ts';
import { createDashboardRoutes } from './dashboard/routes.ts';
import {
  submitBankPage,
  endAuthorization,
  redirectToBank,
  sendQrCode,
  showBankPage,
} from './bank/bank-routes.ts';
import { cancelHostedPayment, submitHostedPage, showHostedPage } from './hosted/hosted-routes.ts';
import { createIndexPage } from './index-page.ts';
import { dashboardModules } from './dashboard-script.ts';
import { dashboardModulesPath, sendPage, stylesheetPath } from './page.ts';
import { submitPayoutPage, showPayoutPage } from './payout-routes.ts';
import { createTermsPage } from './result-page.ts';
import { stylesheet } from './styles/index.ts';

/** Creates the routes of the pages, of their logos and of their style sheet. */
export function createPageRoutes(gateway: Gateway): Router {
  const router = Router();
  const parseForm = express.urlencoded({ extended: false, limit: '20kb' });
  router.get('/', (_incoming, outgoing) => sendPage(outgoing, createIndexPage(gateway)));
  router.use(recordAs('dashboard'), createDashboardRoutes(gateway));
  router.get('/payout/:number', (incoming, outgoing) => showPayoutPage(gateway, incoming, outgoing));
  router.post('/payout/:number', parseForm, (incoming, outgoing) =>
    submitPayoutPage(gateway, incoming, outgoing),
  );
  router.use(recordAs('shopper'));
  router.get('/pay/:number', (incoming, outgoing) => showHostedPage(gateway, incoming, outgoing));
  router.post('/pay/:number', parseForm, (incoming, outgoing) =>
    submitHostedPage(gateway, incoming, outgoing),
  );
  router.post('/pay/:number/cancel', (incoming, outgoing) =>
    cancelHostedPayment(gateway, incoming, outgoing),
  );
  router.get('/bank/:number', (incoming, outgoing) => showBankPage(gateway, incoming, outgoing));
  router.get('/bank/:number/code.svg', (incoming, outgoing) => sendQrCode(gateway, incoming, outgoing));
  router.post('/bank/:number', parseForm, (incoming, outgoing) =>
    submitBankPage(gateway, incoming, outgoing),
  );
  router.post('/bank/:number/authorization', parseForm, (incoming, outgoing) =>
    endAuthorization(gateway, incoming, outgoing),
  );
  router.all(['/wallet/:number', '/challenge/:number'], redirectToBank);
  router.get('/terms/:id', (incoming, outgoing) => sendPage(outgoing, createTermsPage(incoming.params.id)));
  router.get('/logos/:name', async (incoming, outgoing) => {
    const delayMs = gateway.scenarios.use('list', {}, 'slow-logos')[0]?.delayMs ?? 0;
    if (delayMs > 0) await setTimeout(delayMs, undefined, { ref: false });
    sendLogo(incoming, outgoing);
  });
  router.get(stylesheetPath, sendAsset('text/css', stylesheet));
  for (const [name, text] of dashboardModules)
    router.get(`${dashboardModulesPath}/${name}`, sendAsset('text/javascript', text));
  return router;
}

/** Records what the next routes cause as activities of this actor. */
function recordAs(actor: Actor): RequestHandler {
  return (_incoming, _outgoing, next) => runAs(actor, next);
}

/** The logos of the sandbox and of the shop, drawn like those of the channels. See `Mark`. */
const sandboxMarks: Readonly<Record<string, Mark>> = {
  sandbox: { color: '#0B5C6B', glyph: 'pearl' },
  shop: { color: '#7E3015', glyph: 'leaf' },
};

function sendLogo(incoming: Request<{ name: string }>, outgoing: Response): void {
  const name = incoming.params.name.replace(/\.svg$/, '');
  const mark = Object.hasOwn(sandboxMarks, name) ? sandboxMarks[name] : findMark(name);
  if (mark === undefined) {
    outgoing.status(404).type('text').send('There is no logo with this name.');
    return;
  }
  outgoing
    .set({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      // Shops on other origins show these logos.
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
    })
    .send(renderMark(mark));
}

/** Sends a file whose path changes with its content. */
function sendAsset(contentType: string, content: string): RequestHandler {
  return (_incoming, outgoing) => {
    outgoing
      .set({
        'content-type': `${contentType}; charset=utf-8`,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(content);
  };
}

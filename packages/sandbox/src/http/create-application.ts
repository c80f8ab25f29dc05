import { undocumentedCode } from '@pgw/protocol/internal';
import type { Request, RequestHandler } from 'express';
import { isAllowedHost } from '../callbacks/callback-sender.ts';
import type { Gateway } from '../gateway.ts';
import { createErrorResponse, toPresetForm } from '../handlers/responses.ts';
import type { Settings } from '../options.ts';
import { sendPage } from '../pages/page.ts';
import { unknownPage } from '../pages/result-page.ts';
import { createPageRoutes } from '../pages/routes.ts';
import type { SandboxPreset } from '../presets.ts';
import { createInterfaceRoutes, createInternalError } from './interface-routes.ts';
import { sendResponse } from './send-response.ts';

import express, { type ErrorRequestHandler, type Express } from 'express';

/** Creates the Express application: the endpoints of the interface, the pages, and a health check. */
export function createApplication(gateway: Gateway): Express {
  const app = express();
  const { preset } = gateway.settings;
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(refuseForeignRequests(gateway.settings));
  app.get('/healthz', (_incoming, outgoing) => {
    outgoing.set('cache-control', 'no-store').json({ status: 'ok', name: 'pgw-sandbox' });
  });
  app.use(createInterfaceRoutes(gateway));
  app.use(createPageRoutes(gateway));
  app.use('/api', (incoming, outgoing) => {
    const response = createErrorResponse(404, {
      code: undocumentedCode,
      message: 'There is no such endpoint.',
    });
    sendResponse(incoming, outgoing, toPresetForm(response, preset));
  });
  app.use((_incoming, outgoing) => sendPage(outgoing, unknownPage));
  app.use(createErrorHandler(preset));
  return app;
}

function createErrorHandler(preset: SandboxPreset): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, incoming, outgoing, next) => {
    if (outgoing.headersSent) {
      next(error);
      return;
    }
    const status = toHttpStatus(error);
    const response =
      status === 500
        ? createInternalError()
        : createErrorResponse(status, {
            code: undocumentedCode,
            message: 'The request could not be read.',
          });
    sendResponse(incoming, outgoing, toPresetForm(response, preset));
  };
}

/** body-parser sets a 4xx status for a body that is too large, incomplete or wrongly encoded. */
function toHttpStatus(error: unknown): number {
  const status: unknown = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Paths to which pages of shops may post a form, as the script of a redirection does. These paths only redirect to a
 * bank page and change nothing. The other paths accept forms of the sandbox's own pages, and requests of programs,
 * which have neither an Origin nor a Sec-Fetch-Site header.
 */
const redirectPaths = /^\/(wallet|challenge)\//;

/**
 * Refuses requests that a web page of another site may have sent, for every route. The Host header must name
 * this machine or one of `allowedHosts`, because DNS rebinding uses another host name. A request with an
 * unsafe method must come from a page of the sandbox, as far as its headers say from where it comes. No page can set
 * them: browsers send `Sec-Fetch-Site`, and old browsers only `Origin`.
 */
function refuseForeignRequests({ allowedHosts }: Pick<Settings, 'allowedHosts'>): RequestHandler {
  return (incoming, outgoing, next) => {
    const refuse = (text: string): void => {
      outgoing.status(403).set('x-content-type-options', 'nosniff').type('text').send(`${text}\n`);
    };
    const host = incoming.headers.host ?? '';
    if (!isAllowedHost(host.replace(/:\d{1,5}$/, ''), allowedHosts)) {
      refuse(
        'The sandbox only accepts requests for 127.0.0.1, localhost and [::1]. To allow another host name, start it with --allowed-host <name>.',
      );
    } else if (isSentByAnotherSite(incoming, host)) {
      refuse('This request was sent from a page of another site.');
    } else next();
  };
}

function isSentByAnotherSite({ method, path, headers }: Request, host: string): boolean {
  if (safeMethods.has(method) || redirectPaths.test(path)) return false;
  const { origin, 'sec-fetch-site': fetchSite } = headers;
  // `none` is a request of the person, such as a reload. `same-site` includes other ports of this machine.
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}

import { undocumentedCode } from '@pgw/protocol/internal';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { createErrorResponse, toPresetForm } from '../handlers/responses.ts';
import type { Gateway } from '../gateway.ts';
import type { SandboxPreset } from '../presets.ts';
import { sendPage } from '../pages/page.ts';
import { createPageRoutes } from '../pages/routes.ts';
import { unknownPage } from '../pages/result-page.ts';
import { refuseForeignRequests } from './request-source.ts';
import { sendResponse } from './send-response.ts';
import { createInterfaceRoutes, createInternalError } from './interface-routes.ts';

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

/**
 * Returns the HTTP status for an error. body-parser sets a 4xx status for a body that is too large,
 * incomplete or wrongly encoded. All other errors get 500.
 */
function toHttpStatus(error: unknown): number {
  const status: unknown = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

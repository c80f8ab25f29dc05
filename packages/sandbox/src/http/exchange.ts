import type { Request, Response } from 'express';
import type { Gateway } from '../gateway.ts';
import type { Handler } from '../handlers/handler.ts';
import type { CheckFindings } from './check-request.ts';

/** An HTTP request with its response and its handler. */
export interface Exchange {
  readonly incoming: Request;
  readonly outgoing: Response;
  readonly handler: Handler;
  readonly gateway: Gateway;
  readonly findings: CheckFindings;
}

import type { Endpoint, EndpointName } from '@pgw/protocol';
import { parseInput, violationsOf } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { createInvalidRequestRefusal } from './responses.ts';
import type { Gateway } from '../gateway.ts';
import type { Tenant } from '../options.ts';

/** The context of a request: the gateway and the merchant. */
export interface HandlerContext {
  readonly gateway: Gateway;
  readonly tenant: Tenant;
}

/** Optional properties of a handler, for endpoints that differ from the default. */
export interface HandlerOptions {
  /** Returns true when a request is for this endpoint, and not for another one with the same path. */
  readonly accepts?: (request: Readonly<Record<string, unknown>>, gateway: Gateway) => boolean;
  /** True when unknown properties are refused. Default: unknown properties are ignored. */
  readonly isStrict?: boolean | undefined;
  /** True when refusals are `{code, message}`. Default: refusals have the envelope. */
  readonly hasRefusalsWithoutEnvelope?: boolean | undefined;
}

/** An endpoint with its implementation. */
export interface Handler extends HandlerOptions {
  readonly endpoint: Endpoint;
  /** Checks the request with the rules of the endpoint, and returns the result. Throws a `Refusal`. */
  readonly respond: (request: unknown, context: HandlerContext) => unknown;
}

/** The result of a processed request, when the response is late or is not sent. */
export class HandlerResult {
  readonly payload: unknown;
  /** The delay before the response in milliseconds. */
  readonly delayMs: number;
  /** True when the connection is closed without a response. */
  readonly isConnectionClosed: boolean;

  constructor(
    payload: unknown,
    {
      delayMs = 0,
      isConnectionClosed = false,
    }: { readonly delayMs?: number; readonly isConnectionClosed?: boolean },
  ) {
    this.payload = payload;
    this.delayMs = delayMs;
    this.isConnectionClosed = isConnectionClosed;
  }
}

/** Creates a handler from an endpoint and its implementation, which receives only valid requests. */
export function createHandler<Request extends z.ZodObject, Response extends z.ZodType>(
  endpoint: Endpoint<EndpointName, Request, Response>,
  respond: (request: z.output<Request>, context: HandlerContext) => z.input<Response> | HandlerResult,
  options: HandlerOptions = {},
): Handler {
  return {
    ...options,
    endpoint,
    respond: (request, context) => {
      const result = parseInput(endpoint.request, request);
      if (!result.success) throw createInvalidRequestRefusal(violationsOf(result.error));
      return respond(result.data, context);
    },
  };
}

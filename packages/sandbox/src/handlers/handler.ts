import { violationsOf, type Endpoint, type EndpointName } from '@pgw/protocol';
import type { z } from 'zod';
import { refuseInvalid } from '../answers.ts';
import type { Delivery } from '../delivery.ts';
import type { Gateway } from '../gateway.ts';
import type { Tenant } from '../options.ts';

/** What a handler knows besides its request. */
export interface Call {
  readonly gateway: Gateway;
  readonly tenant: Tenant;
}

/** Where an endpoint differs from the others. */
export interface HandlerTraits {
  /** Of endpoints that share a path: whether a request, under the schema's names, is meant for this one. */
  readonly isMeant?: (request: Readonly<Record<string, unknown>>, gateway: Gateway) => boolean;
  /** True: unknown properties reach the rules, which refuse them. Default: they are left out. */
  readonly isStrict?: boolean;
  /** True: a refusal is the bare `{code, message}`. Default: it comes in the envelope. */
  readonly hasBareFaults?: boolean;
}

/** An endpoint of the table with the code that answers it. */
export interface Handler extends HandlerTraits {
  readonly endpoint: Endpoint;
  /** Checks the request by the endpoint's rules, then answers the payload. Throws a `Refusal`. */
  readonly answer: (request: unknown, call: Call) => unknown;
}

/** Joins an endpoint with its code; the code sees requests that keep the endpoint's rules. */
export function handler<Request extends z.ZodObject, Response extends z.ZodType>(
  endpoint: Endpoint<EndpointName, Request, Response>,
  answer: (request: z.output<Request>, call: Call) => z.input<Response> | Delivery,
  traits: HandlerTraits = {},
): Handler {
  return {
    ...traits,
    endpoint,
    answer: (request, call) => {
      const check = endpoint.request.safeParse(request);
      if (!check.success) throw refuseInvalid(violationsOf(check.error));
      return answer(check.data, call);
    },
  };
}

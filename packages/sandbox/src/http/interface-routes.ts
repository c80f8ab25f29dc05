import type { EndpointName } from '@pgw/protocol';
import { decodeUtf8, parseInput, undocumentedCode, parseJson, isObject } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { setTimeout } from 'node:timers/promises';
import express, { type Request, type RequestHandler, type Router } from 'express';
import {
  removeEnvelope,
  createErrorResponse,
  Refusal,
  toPresetForm,
  wrapInEnvelope,
  type HttpResponse,
} from '../handlers/responses.ts';
import { runAs } from '../activity/actor.ts';
import { checkRequest } from './check-request.ts';
import { recordRequest, type Exchange } from './record-request.ts';
import type { Gateway } from '../gateway.ts';
import { HandlerResult, type Handler } from '../handlers/handler.ts';
import { handlers } from '../handlers/index.ts';
import { renameToSchema } from './property-names.ts';
import type { ScenarioSubject } from '../scenarios/active-scenarios.ts';
import type { Scenario } from '../scenarios/scenarios.ts';
import { sendResponse } from './send-response.ts';

const bodyLimit = '1mb';

/** Creates the routes of the interface from the list of handlers. Paths match in any letter case. */
export function createInterfaceRoutes(gateway: Gateway): Router {
  const router = express.Router({ caseSensitive: false });
  const parseRawBody: RequestHandler = express.raw({ type: () => true, limit: bodyLimit });
  for (const [route, candidates] of groupHandlersByRoute(gateway)) {
    const serve: RequestHandler = async (incoming, outgoing) => {
      const handler = selectHandler(candidates, incoming, gateway);
      await runAs('merchant', () => respond({ incoming, outgoing, handler, gateway, findings: {} }));
    };
    const { method, path } = route;
    if (method === 'GET') router.get(path, serve);
    else router.post(path, parseRawBody, serve);
  }
  return router;
}

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

type HandlersOfRoute = readonly [Handler, ...Handler[]];

/** Groups the handlers by path, because pay-in and payout have the same path. */
function groupHandlersByRoute(gateway: Gateway): (readonly [Route, HandlersOfRoute])[] {
  const routes = new Map<string, readonly [Route, HandlersOfRoute]>();
  for (const handler of Object.values(handlers)) {
    const { method, name } = handler.endpoint;
    const path = gateway.settings.profile.paths[name];
    const key = `${method} ${path.toLowerCase()}`;
    const [, candidates] = routes.get(key) ?? [];
    routes.set(key, [{ method, path }, candidates === undefined ? [handler] : [...candidates, handler]]);
  }
  return [...routes.values()];
}

/** Selects the endpoint of a shared path by the request body. The default is the first endpoint of `handlers`. */
function selectHandler(candidates: HandlersOfRoute, incoming: Request, gateway: Gateway): Handler {
  const matchingHandler = candidates.find((handler) => {
    if (handler.accepts === undefined) return false;
    const body: unknown = incoming.body;
    const json = Buffer.isBuffer(body) ? parseJson(decodeUtf8(body)) : undefined;
    const request = renameToSchema(json, handler.endpoint.request);
    return isObject(request) && handler.accepts(request, gateway);
  });
  return matchingHandler ?? candidates[0];
}

interface PreparedResponse {
  readonly response: HttpResponse;
  readonly delayMs: number;
  readonly isConnectionClosed: boolean;
}

async function respond(exchange: Exchange): Promise<void> {
  const { incoming, outgoing } = exchange;
  const record = recordRequest(exchange);
  const preparedResponse = convertRefusal(exchange, () => processRequest(exchange));
  if (preparedResponse.delayMs > 0) await setTimeout(preparedResponse.delayMs, undefined, { ref: false });
  const isLost = outgoing.destroyed || preparedResponse.isConnectionClosed;
  record(isLost ? undefined : preparedResponse.response);
  if (outgoing.destroyed) return;
  if (preparedResponse.isConnectionClosed) {
    incoming.socket.destroy();
    return;
  }
  sendResponse(incoming, outgoing, preparedResponse.response);
}

/** Processes a request, unless a scenario prevents it. Throws a `Refusal` for a request that is refused. */
function processRequest({ incoming, handler, gateway, findings }: Exchange): PreparedResponse {
  const { endpoint } = handler;
  const { tenant, request } = checkRequest(incoming, handler, { gateway, findings });
  const responseScenarios = gateway.scenarios.use(
    'response',
    findRequestSubject(endpoint.name, request, gateway),
  );
  const findScenario = (response: Scenario['response']): Scenario | undefined =>
    responseScenarios.find((scenario) => scenario.response === response);
  // The request is not processed with the scenarios response-500 and request-lost.
  if (findScenario('error') !== undefined) throw new Refusal(createInternalError());
  if (findScenario('request-lost') !== undefined)
    return { response: createInternalError(), delayMs: 0, isConnectionClosed: true };
  const process = (): PreparedResponse => {
    const handlerResult = handler.respond(request, { gateway, tenant });
    const result =
      handlerResult instanceof HandlerResult ? handlerResult : new HandlerResult(handlerResult, {});
    const { payload, isConnectionClosed } = result;
    return {
      response: hasBareResult(handler, gateway) ? { status: 200, body: payload } : wrapInEnvelope(payload),
      delayMs: Math.max(findScenario('slow')?.delayMs ?? 0, result.delayMs),
      isConnectionClosed,
    };
  };
  // With the scenario response-lost, a refusal is lost too.
  return findScenario('response-lost') === undefined
    ? process()
    : { ...convertRefusal({ handler, gateway }, process), isConnectionClosed: true };
}

/** The fields of a request that name a channel or a payment. The handler checks them later. */
const fields = z.object({
  channelId: z.coerce.number().optional().catch(undefined),
  transactionNumber: z.string().optional().catch(undefined),
  sessionNumber: z.string().optional().catch(undefined),
});

/** The channel of a request, or of its payment. The scenarios of one payment affect only queries of that payment. */
function findRequestSubject(
  endpoint: EndpointName,
  request: unknown,
  { ledger: { payments } }: Gateway,
): ScenarioSubject {
  const { channelId, transactionNumber, sessionNumber } = parseInput(fields, request).data ?? {};
  const payment =
    (transactionNumber === undefined ? undefined : payments.find(transactionNumber)) ??
    (sessionNumber === undefined ? undefined : payments.findBySession(sessionNumber.toUpperCase()));
  return {
    endpoint,
    channelId: channelId ?? payment?.channelId ?? null,
    scenarios: endpoint === 'queryPayment' ? (payment?.scenarios ?? []) : [],
  };
}

/** Known gateways also wrap results that the interface shows without an envelope (public clients). */
function hasBareResult({ endpoint }: Handler, { settings }: Gateway): boolean {
  return settings.preset === 'document' && !endpoint.hasDocumentedEnvelope;
}

function convertRefusal(
  { handler, gateway }: Pick<Exchange, 'handler' | 'gateway'>,
  prepareResponse: () => PreparedResponse,
): PreparedResponse {
  try {
    return prepareResponse();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const response = toPresetForm(error.response, gateway.settings.preset);
    const refusal = handler.hasRefusalsWithoutEnvelope === true ? removeEnvelope(response) : response;
    return { response: refusal, delayMs: 0, isConnectionClosed: false };
  }
}

export function createInternalError(): HttpResponse {
  return createErrorResponse(500, {
    code: undocumentedCode,
    message: 'An internal error occurred during your request!',
  });
}

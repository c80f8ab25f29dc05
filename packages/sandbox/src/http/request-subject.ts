import type { EndpointName } from '@pgw/protocol';
import { parseInput } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { ScenarioSubject } from '../active-scenarios.ts';
import type { Gateway } from '../gateway.ts';

/** The fields of a request that name a channel or a payment. The handler checks them later. */
const fields = z.object({
  channelId: z.coerce.number().optional().catch(undefined),
  transactionNumber: z.string().optional().catch(undefined),
  sessionNumber: z.string().optional().catch(undefined),
});

/**
 * Finds the channel of a request: the one that it names, or that of its payment. The scenarios of a single payment
 * affect only queries of that payment.
 */
export function findRequestSubject(
  endpoint: EndpointName,
  request: unknown,
  { ledger: { payments } }: Gateway,
): ScenarioSubject {
  const { channelId, transactionNumber, sessionNumber } = parseInput(fields, request).data ?? {};
  const payment =
    (transactionNumber === undefined ? undefined : payments.find(transactionNumber)) ??
    (sessionNumber === undefined ? undefined : payments.findBySession(sessionNumber.toUpperCase()));
  return {
    channelId: channelId ?? payment?.channelId ?? null,
    scenarios: endpoint === 'queryPayment' ? (payment?.scenarios ?? []) : [],
  };
}

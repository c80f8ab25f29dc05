import { endpoints, type EndpointName } from '@pgw/protocol';
import * as z from '@pgw/protocol/zod';
import { defineTable } from '../database/table.ts';
import { actors } from './actor.ts';

// `Object.keys` of a constant record returns the keys of its type.
const endpointName = z.enum(Object.keys(endpoints) as EndpointName[]);
const headers = z.record(z.string(), z.string());

/** The check of a signature. It contains no secret. The signed text of a card request is masked. */
const signatureCheck = z.object({
  isValid: z.boolean(),
  /** The signature of the message. Null when it is missing. */
  received: z.string().nullable(),
  /** The signature that follows the signing rules. */
  expected: z.string(),
  /** The text that the expected signature signs. */
  signedText: z.string(),
  /** The broken signing rules. Empty for a valid signature, and when no known deviation explains the signature. */
  deviations: z.array(z.string()),
});

/** A request to an endpoint, with its response. Card numbers, security codes, tokens and passwords are masked. */
const requestData = z.object({
  endpoint: endpointName,
  /** The merchant of the request. Null when it could not be resolved. */
  tenantId: z.string().nullable(),
  method: z.string(),
  /** The path with the query, as it was sent. */
  path: z.string(),
  headers,
  /** The JSON text as it was sent. Null without a body, and for a text that is not JSON. */
  body: z.string().nullable(),
  /** Null when the connection was closed without a response. */
  response: z.object({ status: z.number(), body: z.string() }).nullable(),
  /** Milliseconds until the response. */
  durationMs: z.number(),
  /** Null for an endpoint without a signature, and for a request that was refused before the check. */
  signature: signatureCheck.nullable(),
});

const changeData = z.object({
  record: z.enum(['payment', 'session', 'refund', 'payout', 'capture']),
  /** The number of the record, such as the refund number. */
  number: z.string(),
  /** The status before the change. Null for a new record. */
  from: z.number().nullable(),
  /** The new status. Null for a capture, which has no status. */
  to: z.number().nullable(),
  /** Minor units. */
  amount: z.number(),
  currencyCode: z.string(),
});

const callbackData = z.object({
  callbackId: z.number(),
  /** The number of the attempt; the first is 1. */
  attempt: z.number(),
  url: z.string(),
  headers,
  body: z.string(),
  /** The status that the callback contains. */
  status: z.number(),
  /** True when a scenario has replaced the signature by a wrong one. */
  isWronglySigned: z.boolean(),
  /** True when the response had a 2xx status. */
  isAcknowledged: z.boolean(),
  /** The response with the first 2 kB of its body. Null when no response arrived. */
  response: z.object({ status: z.number(), body: z.string() }).nullable(),
  /** The reason why no response arrived. */
  error: z.string().nullable(),
  /** Milliseconds until the response or the error. */
  durationMs: z.number(),
});

/** A change of the behavior of the sandbox. */
const controlData = z.object({
  /** A scenario that was switched, the clock that was advanced, tokens that were ended, or a reset on the dashboard. */
  control: z.enum(['scenario-on', 'scenario-off', 'clock', 'tokens-expired', 'reset']),
  /** The name of the scenario. Null for the other controls. */
  scenario: z.string().nullable(),
  /** The milliseconds by which the clock was advanced. Null for the other controls. */
  advancedMs: z.number().nullable(),
});

const common = {
  id: z.number(),
  /** Milliseconds since the epoch, by the clock of the sandbox. For a request: the time when it arrived. */
  at: z.number(),
  actor: z.enum(actors),
  /**
   * The transaction number of the payment or payout, or the session number. Null when the activity is about
   * none.
   */
  subject: z.string().nullable(),
};

/** The activities. The column `data` is the JSON text of an object, whose schema depends on the kind. */
export const activityTable = defineTable({
  name: 'activities',
  key: 'id',
  row: z.object({ ...common, kind: z.string(), data: z.string() }),
  indexes: { activitiesOfSubject: '(subject, id)', activitiesOfKind: '(kind, id)' },
});

const activityRow = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('request'), data: requestData }),
  z.object({ ...common, kind: z.literal('change'), data: changeData }),
  z.object({ ...common, kind: z.literal('callback'), data: callbackData }),
  z.object({ ...common, kind: z.literal('control'), data: controlData }),
]);

/** The schema of the kinds of activities. */
export const activityKind = z.enum(['request', 'change', 'callback', 'control']);

export function parseActivity(row: z.output<(typeof activityTable)['row']>): Activity {
  return activityRow.parse({ ...row, data: JSON.parse(row.data) });
}

/** Something that happened in the sandbox: a request, a change, an attempt to send a callback, or a control. */
export type Activity = z.output<typeof activityRow>;
/** A kind of activities. */
export type ActivityKind = Activity['kind'];
/** An activity of one kind. */
export type ActivityOf<Kind extends ActivityKind> = Extract<Activity, { readonly kind: Kind }>;
/** See `requestData` and the other schemas of this file. */
export type DataOf<Kind extends ActivityKind> = ActivityOf<Kind>['data'];
/** The check of the signature of a request. */
export type SignatureCheck = z.output<typeof signatureCheck>;

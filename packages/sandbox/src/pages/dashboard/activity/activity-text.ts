import { formatAmount } from '@pgw/pages';
import { paymentStatus, refundStatus } from '@pgw/protocol';
import type { Actor } from '../../../activity/actor.ts';
import type { Activity, DataOf } from '../../../activity/activity-row.ts';
import { refundStatusNumber } from '../../../catalogue/status-numbers.ts';

/** What an activity did, for a line of a list. */
export interface ActivityText {
  readonly text: string;
  /** `bad` for a refused request, a wrong signature, and a callback without a 2xx response. */
  readonly tone: 'neutral' | 'good' | 'bad';
}

const actorTexts: Readonly<Record<Actor, string>> = {
  merchant: 'by a request of the shop',
  shopper: 'by the shopper',
  dashboard: 'by you, on the dashboard',
  test: 'by a test',
  gateway: 'by the gateway',
};

/** Says who caused an activity: `by the shopper`. */
export function toActorText(actor: Actor): string {
  return actorTexts[actor];
}

/** Describes an activity in one line. */
export function toActivityText(activity: Activity): ActivityText {
  if (activity.kind === 'request') return toRequestText(activity.data);
  if (activity.kind === 'change') return { text: toChangeText(activity.data), tone: 'neutral' };
  if (activity.kind === 'callback') return toCallbackText(activity.data);
  return { text: toControlText(activity.data), tone: 'neutral' };
}

function toRequestText({ endpoint, response, signature }: DataOf<'request'>): ActivityText {
  const result = response === null ? 'connection closed without a response' : `HTTP ${response.status}`;
  const verdict = signature?.isValid === false ? ', the signature does not match' : '';
  const isGood = response !== null && response.status < 400 && verdict === '';
  return { text: `${endpoint}: ${result}${verdict}`, tone: isGood ? 'good' : 'bad' };
}

const recordNames = {
  payment: 'Payment',
  session: 'Session',
  refund: 'Refund',
  payout: 'Payout',
  capture: 'Capture',
} as const;

function toChangeText({ record, from, to, amount, currencyCode }: DataOf<'change'>): string {
  const name = recordNames[record];
  const toName = (status: number): string => `${toStatusName(record, status)} (${status})`;
  const sum = `${formatAmount({ amount, currencyCode })} (sent as ${amount})`;
  if (to === null) return `${name} of ${sum}`;
  return from === null
    ? `${name} of ${sum} created: ${toName(to)}`
    : `${name}: ${toName(from)} to ${toName(to)}`;
}

function toStatusName(record: DataOf<'change'>['record'], status: number): string {
  if (record !== 'refund') return paymentStatus(status).name;
  return status === refundStatusNumber.notAccepted ? 'not accepted yet' : refundStatus(status).name;
}

function toCallbackText({
  attempt,
  status,
  isAcknowledged,
  response,
  error,
}: DataOf<'callback'>): ActivityText {
  const result = response === null ? (error ?? 'no response') : `HTTP ${response.status}`;
  return {
    text: `Callback with status ${status}, attempt ${attempt}: ${result}`,
    tone: isAcknowledged ? 'good' : 'bad',
  };
}

function toControlText({ control, scenario, advancedMs }: DataOf<'control'>): string {
  const texts = {
    'scenario-on': `Scenario ${scenario ?? ''} switched on`,
    'scenario-off': `Scenario ${scenario ?? ''} switched off`,
    clock: `Clock advanced by ${(advancedMs ?? 0) / 1000} s`,
    'tokens-expired': 'All tokens ended',
    reset: 'Everything deleted',
  };
  return texts[control];
}

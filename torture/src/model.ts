/** A piece of news: what the gateway's record says when it is asked. */
export interface News {
  readonly status: number;
  /** True when the record has another amount than the shop stored. */
  readonly isAnotherAmount?: boolean;
}

/** What the reference model knows of a payment. */
export interface ModelPayment {
  readonly state: string;
  /** How often the order may have been fulfilled: 0 or 1. */
  readonly effects: number;
}

export const unheard: ModelPayment = { state: 'open', effects: 0 };

const meanings: Readonly<Record<number, string>> = {
  1: 'paid',
  2: 'failed',
  3: 'cancelled',
  9: 'authorized',
  10: 'expired',
  11: 'refunded',
  12: 'refunding',
  13: 'paid',
  17: 'paid',
};

const isOver = (state: string): boolean => ['failed', 'cancelled', 'expired'].includes(state);
const hadMoney = (state: string): boolean => ['paid', 'refunding', 'refunded'].includes(state);

/**
 * The life of a payment as five rules, written without a look at the checkout's table: a review is for a person; money
 * that came is never news of a failure; refunds follow money; an end is an end until money or an authorisation comes;
 * what is not known changes nothing.
 */
export function heard({ state, effects }: ModelPayment, news: News): ModelPayment {
  if (state === 'review') return { state, effects };
  if (news.isAnotherAmount === true) return { state: 'review', effects };
  const said = meanings[news.status];
  if (said === undefined) return { state, effects };
  if (said === 'paid') return { state: 'paid', effects: 1 };
  if (said === 'authorized') return { state: hadMoney(state) ? state : said, effects };
  if (isOver(said)) return { state: hadMoney(state) || isOver(state) ? state : said, effects };
  return { state: isOver(state) ? state : said, effects };
}

/**
 * How a payment may end when the gateway is asked at any moments while it goes through a history, and once at its end: whoever asks
 * hears some of its statuses, and the last. Mostly there is one end; a failed payment that was paid and refunded between two
 * questions stays failed.
 */
export function endsOf(history: readonly number[]): ModelPayment[] {
  const last = history.at(-1);
  if (last === undefined) return [unheard];
  const before = history
    .slice(0, -1)
    .reduce<ModelPayment[]>(
      (payments, status) => [...payments, ...payments.map((payment) => heard(payment, { status }))],
      [unheard],
    );
  return before.map((payment) => heard(payment, { status: last }));
}

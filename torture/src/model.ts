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
  /** True when the first news that made it paid was not status 1: it waits for an operator. */
  readonly isWithheld: boolean;
}

export const unheard: ModelPayment = { state: 'open', effects: 0, isWithheld: false };

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
 * The life of a payment as six rules, written without a look at the checkout's table: a review is for a person; money that came is
 * never news of a failure; only status 1 fulfils, unless another status made the payment paid before; refunds follow money; an end
 * is an end until money or an authorisation comes; what is not known changes nothing.
 */
export function heard(payment: ModelPayment, news: News): ModelPayment {
  const { state, effects, isWithheld } = payment;
  if (state === 'review') return payment;
  if (news.isAnotherAmount === true) return { ...payment, state: 'review' };
  const said = meanings[news.status];
  if (said === undefined) return payment;
  if (said === 'paid') {
    const isFirst = effects === 0 && !isWithheld;
    if (!isFirst) return { ...payment, state: 'paid' };
    return { state: 'paid', effects: news.status === 1 ? 1 : 0, isWithheld: news.status !== 1 };
  }
  if (said === 'authorized') return { ...payment, state: hadMoney(state) ? state : said };
  if (isOver(said)) return { ...payment, state: hadMoney(state) || isOver(state) ? state : said };
  return { ...payment, state: isOver(state) ? state : said };
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

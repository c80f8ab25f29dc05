import type { CardAnswer, CardKey, StartAnswer, StorefrontRedirect } from '@pgw/protocol';
import { isObject, isPayment, shape, type Is } from './answers.ts';

const isCardKey = shape('kid x y') as Is<CardKey>;
const isUrlRedirect = shape('url', ({ type }) => type === 'url') as Is<StorefrontRedirect>;
const isScriptRedirect = shape('script url?', ({ type }) => type === 'script') as Is<StorefrontRedirect>;

/** What a press of Pay is answered with; null for what can't be followed. */
export function readStart(body: unknown): StartAnswer | null {
  if (!isObject(body) || !isPayment(body['payment'])) return null;
  const { payment, redirect } = body;
  if (isObject(redirect) && redirect['type'] === 'card')
    return isCardKey(redirect['key']) ? { payment, redirect: { type: 'card', key: redirect['key'] } } : null;
  return isRedirect(redirect) ? { payment, redirect } : null;
}

/** What a card is answered with; null for what can't be followed. */
export function readCardAnswer(body: unknown): CardAnswer | null {
  if (!isObject(body) || !isPayment(body['payment'])) return null;
  const { payment, redirect } = body;
  return redirect === null || isRedirect(redirect) ? { payment, redirect } : null;
}

function isRedirect(value: unknown): value is StorefrontRedirect {
  return isUrlRedirect(value) || isScriptRedirect(value);
}

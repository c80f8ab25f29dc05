import type { PgwEvents } from '../element/events.ts';

const timeoutMs = 30_000;

type BeforePay = PgwEvents['pgw-before-pay'];

/**
 * `canceled`: a listener canceled the event. `failed`: a promise was rejected, or was not settled after
 * `timeoutMs`.
 */
export type BeforePayResult = 'continue' | 'canceled' | 'failed';

/** Fires `pgw-before-pay` and waits for the promises of its listeners. */
export async function fireBeforePay(
  fire: (name: 'pgw-before-pay', detail: BeforePay) => boolean,
  detail: Omit<BeforePay, 'waitUntil'>,
): Promise<BeforePayResult> {
  const promises: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>): void => void promises.push(promise);
  if (!fire('pgw-before-pay', { ...detail, waitUntil })) return 'canceled';
  if (promises.length === 0) return 'continue';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('A promise of pgw-before-pay took too long.')), timeoutMs);
  });
  try {
    await Promise.race([Promise.all(promises), timeout]);
    return 'continue';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}

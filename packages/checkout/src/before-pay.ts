import type { PgwEvents } from './events.ts';

/** How long the page may take to make up its mind. */
const limitMs = 30_000;

type BeforePay = PgwEvents['pgw-before-pay'];

export type Verdict = 'go' | 'stopped' | 'failed';

/**
 * Lets the page have its say before a payment is sent. `stopped`: it cancelled the event, and tells the shopper why.
 * `failed`: a promise it asked to wait for was rejected, or took more than half a minute.
 */
export async function askPage(
  tell: (name: 'pgw-before-pay', detail: BeforePay) => boolean,
  detail: Omit<BeforePay, 'waitUntil'>,
): Promise<Verdict> {
  const waits: Promise<unknown>[] = [];
  const waitUntil = (wait: Promise<unknown>): void => void waits.push(wait);
  if (!tell('pgw-before-pay', { ...detail, waitUntil })) return 'stopped';
  if (waits.length === 0) return 'go';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The page took too long.')), limitMs);
  });
  try {
    await Promise.race([Promise.all(waits), limit]);
    return 'go';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { deliver, isAcknowledged, Sender, signCallback } from '../gateway/callbacks.ts';
import { createTransaction } from '../gateway/payments.ts';
import { computeTimePerOperation, type ProcessorTimes } from './processor-time.ts';

/** The result of one round with one receiver. Latencies are in milliseconds. */
export interface Measure {
  /** Callbacks a second, from the first request until the last callback is handled completely. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU time for each callback, in milliseconds, by process. */
  readonly times: ProcessorTimes;
}

export interface Receiver {
  readonly url: string;
  /** The number of callbacks that the receiver has handled completely. */
  readonly countHandled: () => Promise<number>;
  /** Returns the CPU time of each process since its start. */
  readonly readTimes: () => ProcessorTimes;
}

export interface MeasureOptions {
  readonly receiver: Receiver;
  readonly from: number;
  readonly count: number;
  readonly concurrency: number;
}

const handledWithinMs = 120_000;

/**
 * Sends callbacks and waits until each is handled completely, for at most two minutes. The check of the
 * ledger reports missing callbacks.
 */
export async function measure({ receiver, from, count, concurrency }: MeasureOptions): Promise<Measure> {
  const callbacks = Array.from({ length: count }, (_, n) => signCallback(createTransaction(from + n)));
  const sender = new Sender();
  const latencies: number[] = [];
  const expectedCount = (await receiver.countHandled()) + count;
  const before = receiver.readTimes();
  const startedAt = performance.now();
  await deliver({
    callbacks,
    sender,
    urls: () => [receiver.url],
    concurrency,
    pick: () => receiver.url,
    onResponse: (_callback, response) => {
      if (response !== undefined && isAcknowledged(response))
        latencies.push(response.respondedAt - response.sentAt);
    },
  });
  while ((await receiver.countHandled()) < expectedCount && performance.now() - startedAt < handledWithinMs)
    await wait(5);
  const seconds = (performance.now() - startedAt) / 1000;
  const times = computeTimePerOperation(before, receiver.readTimes(), count);
  await sender.close();
  const sorted = latencies.sort((a, b) => a - b);
  const percentile = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: count / seconds, p50: percentile(0.5), p99: percentile(0.99), times };
}

/** Returns the round with the median rate. */
export function findMedian(measures: readonly Measure[]): Measure {
  const sorted = [...measures].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('At least one round is needed.');
  return middle;
}

/** Formats the median, the lowest and the highest value. */
export function formatSpread(values: readonly number[], digits: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): string => (sorted[index] ?? Number.NaN).toFixed(digits);
  return `${at(Math.floor(sorted.length / 2))} (${at(0)} to ${at(sorted.length - 1)})`;
}

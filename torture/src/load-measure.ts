import { setTimeout as wait } from 'node:timers/promises';
import { deliver, isAcknowledged, Sender, signedCallback } from './callbacks.ts';
import { transactionOf } from './payments.ts';
import { processorTimeEach, type ProcessorTimes } from './processor-time.ts';

/** The result of one round with one receiver. Latencies are in milliseconds. */
export interface Measure {
  /** Callbacks a second, from the first one sent to the last one finished. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU time for each callback, in milliseconds, by process. */
  readonly times: ProcessorTimes;
}

export interface Receiver {
  readonly url: string;
  /** The number of callbacks that the receiver has handled completely. */
  readonly done: () => Promise<number>;
  readonly times: () => ProcessorTimes;
}

export interface MeasureOptions {
  readonly receiver: Receiver;
  readonly from: number;
  readonly count: number;
  readonly concurrency: number;
}

const doneWithinMs = 120_000;

/** Sends callbacks and waits at most two minutes until each is handled completely. The ledger shows later what is missing. */
export async function measure({ receiver, from, count, concurrency }: MeasureOptions): Promise<Measure> {
  const callbacks = Array.from({ length: count }, (_, n) => signedCallback(transactionOf(from + n)));
  const sender = new Sender();
  const latencies: number[] = [];
  const wanted = (await receiver.done()) + count;
  const before = receiver.times();
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
  while ((await receiver.done()) < wanted && performance.now() - startedAt < doneWithinMs) await wait(5);
  const seconds = (performance.now() - startedAt) / 1000;
  const times = processorTimeEach(before, receiver.times(), count);
  await sender.close();
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: count / seconds, p50: at(0.5), p99: at(0.99), times };
}

/** The round with the median rate. */
export function median(measures: readonly Measure[]): Measure {
  const sorted = [...measures].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('At least one round is needed.');
  return middle;
}

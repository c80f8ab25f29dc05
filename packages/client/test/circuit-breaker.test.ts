import { expect, test } from 'vitest';
import { CircuitBreaker, type CircuitState } from '../src/circuit-breaker.ts';

const noResponse = { message: 'The certificate has expired.' };

type ProbeResult = 'response' | 'failure' | 'not sent' | { readonly retryAfterMs: number };

interface Setup {
  readonly circuit: CircuitBreaker;
  /** The delays of the scheduled probes, in milliseconds. */
  readonly delaysMs: number[];
  readonly changes: CircuitState[];
  /** Sets the clock to the time of the scheduled probe, runs the probe and waits for its end. */
  readonly probe: (result: ProbeResult) => Promise<void>;
}

/** Records the result of a probe, as the client does. Rejects when the probe has no response. */
async function sendProbe(circuit: CircuitBreaker, result: ProbeResult): Promise<void> {
  await Promise.resolve();
  if (result === 'response') return circuit.recordSuccess(circuit.periodNumber);
  if (result === 'failure') circuit.recordFailure(circuit.periodNumber, noResponse);
  else if (result !== 'not sent') circuit.recordFailure(circuit.periodNumber, { ...noResponse, ...result });
  throw new Error('no response');
}

function setUp(options: { random?: number; failures?: number } = {}): Setup {
  const delaysMs: number[] = [];
  const changes: CircuitState[] = [];
  let scheduledProbe: (() => void) | undefined;
  let nextResult: ProbeResult = 'not sent';
  let pendingProbe: Promise<void> = Promise.resolve();
  let now = 1_000_000;
  const circuit = new CircuitBreaker({
    failures: options.failures ?? 5,
    probeIntervalMs: 1_000,
    now: () => now,
    random: () => options.random ?? 0,
    schedule: (work, afterMs) => {
      delaysMs.push(afterMs);
      scheduledProbe = work;
      return () => (scheduledProbe = undefined);
    },
    probe: () => (pendingProbe = sendProbe(circuit, nextResult)),
  });
  circuit.onChange((state) => changes.push(state));
  return {
    circuit,
    delaysMs,
    changes,
    probe: async (result) => {
      const startProbe = scheduledProbe;
      if (startProbe === undefined) throw new Error('No probe is scheduled.');
      scheduledProbe = undefined;
      now += delaysMs.at(-1) ?? 0;
      nextResult = result;
      startProbe();
      await pendingProbe.catch(() => undefined);
      // Waits until the circuit breaker has handled the result of the probe.
      await new Promise(setImmediate);
    },
  };
}

function fail(circuit: CircuitBreaker, times: number): void {
  for (let n = 0; n < times; n += 1) circuit.recordFailure(circuit.periodNumber, noResponse);
}

test('the configured number of consecutive failures opens the circuit, and a success resets the count', () => {
  const { circuit, changes } = setUp();
  fail(circuit, 4);
  circuit.recordSuccess(circuit.periodNumber);
  fail(circuit, 4);
  expect(circuit.state).toBe('closed');
  fail(circuit, 1);
  expect(circuit).toMatchObject({
    state: 'open',
    openedAt: 1_000_000,
    lastFailure: 'The certificate has expired.',
  });
  expect(changes).toEqual(['open']);
});

test('an open circuit closes when a probe receives a response', async () => {
  const { circuit, changes, delaysMs, probe } = setUp();
  fail(circuit, 5);
  await probe('failure');
  await probe('failure');
  expect(circuit.state).toBe('open');
  await probe('response');
  expect(circuit).toMatchObject({ state: 'closed', openedAt: undefined });
  expect(circuit.retryAfterMs()).toBeUndefined();
  expect(changes).toEqual(['open', 'closed']);
  expect(delaysMs).toEqual([1_000, 1_000, 1_000]);
});

test('no probe is scheduled while another probe is pending', async () => {
  const { circuit, probe, delaysMs } = setUp();
  fail(circuit, 5);
  const pendingProbe = probe('failure');
  expect(delaysMs).toHaveLength(1);
  await pendingProbe;
  expect(delaysMs).toHaveLength(2);
});

test('a probe that is not sent leaves the circuit open', async () => {
  const { circuit, probe, delaysMs } = setUp();
  fail(circuit, 5);
  await probe('not sent');
  expect(circuit.state).toBe('open');
  expect(delaysMs).toHaveLength(2);
});

test('the delay of a probe is the interval and a random part of at most a quarter of it', () => {
  const { circuit, delaysMs } = setUp({ random: 0.8 });
  fail(circuit, 5);
  // 1,000 ms, and 0.8 of a quarter of 1,000 ms.
  expect(delaysMs).toEqual([1_200]);
});

test('the Retry-After of the failures delays the first probe', () => {
  const { circuit, delaysMs } = setUp({ failures: 2 });
  circuit.recordFailure(circuit.periodNumber, { ...noResponse, retryAfterMs: 7_000 });
  circuit.recordFailure(circuit.periodNumber, { ...noResponse, retryAfterMs: 3_000 });
  expect(delaysMs).toEqual([7_000]);
  expect(circuit.retryAfterMs()).toBe(7_000);
});

test('the Retry-After of a probe delays only the next probe', async () => {
  const { circuit, delaysMs, probe } = setUp();
  fail(circuit, 5);
  await probe({ retryAfterMs: 30_000 });
  await probe('failure');
  expect(delaysMs).toEqual([1_000, 30_000, 1_000]);
});

test('a Retry-After delays a probe for at most one hour', () => {
  const { circuit, delaysMs } = setUp({ failures: 1 });
  circuit.recordFailure(circuit.periodNumber, { ...noResponse, retryAfterMs: 86_400_000 });
  expect(delaysMs).toEqual([3_600_000]);
});

test('an exchange that started before the last change of the state is not counted', async () => {
  const { circuit, probe } = setUp();
  const earlierPeriodNumber = circuit.periodNumber;
  fail(circuit, 5);
  circuit.recordSuccess(earlierPeriodNumber);
  expect(circuit.state).toBe('open');
  await probe('response');
  for (let n = 0; n < 20; n += 1) circuit.recordFailure(earlierPeriodNumber, noResponse);
  expect(circuit.state).toBe('closed');
});

test('stop cancels the scheduled probe of an open circuit', async () => {
  const { circuit, probe } = setUp();
  fail(circuit, 5);
  circuit.stop();
  await expect(probe('response')).rejects.toThrow('No probe is scheduled.');
});

test('a circuit that opens after stop schedules no probe', () => {
  const { circuit, delaysMs } = setUp();
  circuit.stop();
  fail(circuit, 5);
  expect(delaysMs).toEqual([]);
});

test('a removed listener is not called', () => {
  const { circuit } = setUp();
  const received: CircuitState[] = [];
  circuit.onChange((state) => received.push(state))();
  fail(circuit, 5);
  expect(received).toEqual([]);
});

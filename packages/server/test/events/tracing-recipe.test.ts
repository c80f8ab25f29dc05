import { SpanStatusCode } from '@opentelemetry/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { traceDay, type TracedDay } from './traced-day.ts';

let day: TracedDay;
beforeAll(async () => {
  day = await traceDay();
});

const find = (name: string) => day.spans.filter((span) => span.name === name);

describe('the recipe of docs/tracing.md', () => {
  it('links the work of the next day to the start, and makes calls of the gateway children of their work', () => {
    const [start] = find('pgw start');
    const [sync] = find('pgw sync');
    const [hook] = find('pgw hook');
    const { traceId, spanId } = start?.spanContext() ?? {};
    expect(start?.attributes).toMatchObject({ 'pgw.reference': day.reference, 'pgw.orderId': 'A1' });
    for (const later of [sync, hook]) {
      expect(later?.links.map(({ context }) => [context.traceId, context.spanId])).toEqual([
        [traceId, spanId],
      ]);
      expect(later?.spanContext().traceId).not.toBe(traceId);
    }
    const parents = find('pgw gateway-call').map(({ parentSpanContext }) => parentSpanContext?.spanId);
    expect(parents).toContain(spanId);
    expect(parents).toContain(sync?.spanContext().spanId);
    // The span that the shop has created in onPaid.
    expect(find('update orders')[0]?.parentSpanContext?.spanId).toBe(hook?.spanContext().spanId);
  });

  it('ends each span once, without errors', () => {
    const ids = day.spans.map((span) => span.spanContext().spanId);
    expect(new Set(ids).size).toBe(ids.length);
    // Spans of another shop of this worker have no link and no parent of the payment.
    const ofPayment = day.spans.filter(({ attributes }) => attributes['pgw.reference'] === day.reference);
    expect(ofPayment.length).toBeGreaterThan(2);
    expect(ofPayment.filter(({ status }) => status.code === SpanStatusCode.ERROR)).toEqual([]);
  });

  it('records a duration of each kind of work', () => {
    const [histogram] = day.metrics.filter(({ descriptor }) => descriptor.name === 'pgw.duration');
    const works = histogram?.dataPoints.map(({ attributes }) => attributes['work']);
    expect(works).toEqual(expect.arrayContaining(['start', 'gateway-call', 'sync', 'hook']));
  });
});

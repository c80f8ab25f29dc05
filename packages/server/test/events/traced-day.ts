import { setTimeout as wait } from 'node:timers/promises';
import { metrics, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import { writeModuleOfDocument } from '../monitoring/document-module.ts';
import { openShop, untilNextQueryMs, waitForFulfillments, type Shop } from '../shop.ts';

/** The spans and the metrics of a payment that is found paid by a sweep, a day after its start. */
export interface TracedDay {
  readonly spans: readonly ReadableSpan[];
  readonly metrics: readonly MetricData[];
  readonly reference: string;
}

/** Runs the recipe of docs/tracing.md with exporters in memory, and a payment whose callback is lost. */
export async function traceDay(): Promise<TracedDay> {
  const spans = new InMemorySpanExporter();
  const durations = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: durations, exportIntervalMillis: 3_600_000 });
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }),
  );
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  await import(writeModuleOfDocument('tracing.md', 'tracing'));
  const tracer = trace.getTracer('shop');
  let clockOffsetMs = 0;
  const shop: Shop = await openShop({
    now: () => Date.now() + clockOffsetMs,
    onPaid: async ({ reference }) => {
      const span = tracer.startSpan('update orders');
      await wait(5);
      span.end();
      shop.fulfilledReferences.push(reference);
    },
  });
  const payment = await shop.startPayment();
  shop.sandbox.decide(payment.transactionNumber, 'approve', { callback: 'never' });
  clockOffsetMs = 86_400_000 + untilNextQueryMs;
  await shop.checkout.sweep();
  await waitForFulfillments(shop, 1);
  await shop.close();
  await reader.forceFlush();
  return {
    spans: spans.getFinishedSpans(),
    metrics: durations
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)),
    reference: payment.reference,
  };
}

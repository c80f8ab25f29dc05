import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel';

/** What the messages of all tracing channels have. Subscribers may add properties of their own, for example a span. */
export interface TraceMessage {
  /**
   * The W3C `traceparent` of the request that has started the payment, for a link to its trace; null if the payment has none, or
   * the work is about no payment.
   */
  traceparent: string | null;
  /** What the work has thrown. */
  error?: unknown;
}

/** Runs work, with the message that its subscribers receive. Without subscribers, there is no message. */
export type RunTraced<Message extends TraceMessage> = <Result>(
  createMessage: () => Message,
  work: (message: Message | undefined) => Result,
) => Result;

/** The message of the traced work that contains the current one. */
const enclosingMessage = new AsyncLocalStorage<TraceMessage>();

/** Returns the `traceparent` of the traced work in which this function is called. */
export function getEnclosingTraceparent(): string | null {
  return enclosingMessage.getStore()?.traceparent ?? null;
}

/**
 * Creates a function that runs work with a tracing channel of `node:diagnostics_channel`: synchronous work, or work that returns a
 * promise. `asyncEnd` is published once for each message, also for synchronous work. Without subscribers, no message is created.
 */
export function createTraced<Message extends TraceMessage>(name: string): RunTraced<Message> {
  const channel = tracingChannel<object, TraceMessage>(name);
  return (createMessage, work) => {
    if (!channel.hasSubscribers) return work(undefined);
    const message = createMessage();
    return channel.start.runStores(message, () =>
      enclosingMessage.run(message, () => publishAround(channel, message, () => work(message))),
    );
  };
}

function publishAround<Result>(
  { end, asyncStart, asyncEnd, error: errors }: TracingChannel<object, TraceMessage>,
  message: TraceMessage,
  work: () => Result,
): Result {
  const publishEnd = (): void => {
    asyncStart.publish(message);
    asyncEnd.publish(message);
  };
  const publishFailure = (error: unknown): void => {
    message.error = error;
    errors.publish(message);
  };
  let result: Result;
  try {
    result = work();
  } catch (error) {
    publishFailure(error);
    end.publish(message);
    publishEnd();
    throw error;
  }
  end.publish(message);
  if (result instanceof Promise)
    result.then(publishEnd, (error: unknown) => {
      publishFailure(error);
      publishEnd();
    });
  else publishEnd();
  return result;
}

const traceparentPattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns a valid `traceparent` of W3C Trace Context, or null. Fields of later versions are refused. */
export function parseTraceparent(value: unknown): string | null {
  return typeof value === 'string' && traceparentPattern.test(value) ? value : null;
}

import { setTimeout } from 'node:timers/promises';
import { PgwError } from '@pgw/protocol';
import { toPrintable, toPrintableJson } from '@pgw/protocol/internal';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import * as z from '@pgw/protocol/zod';
import type { Context, DefineCommand } from '../context.ts';
import { createUsageError } from '../failures.ts';
import { createNoSandboxError, fetchSandbox } from '../sandbox-connection.ts';

/** The delay before the next connection after the sandbox has stopped, in milliseconds. */
const reconnectMs = 1000;
const forwardTimeoutMs = 10_000;

/** An attempt of the sandbox to send a callback, as its event stream has it. */
const attemptSchema = z.object({
  at: z.number(),
  subject: z.string().nullable(),
  text: z.string(),
  data: z.object({
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    attempt: z.number(),
  }),
});
type CallbackAttempt = z.output<typeof attemptSchema>;

/** After a restart of the sandbox, the command continues with the first callback that it has not printed. */
export const defineListen: DefineCommand = (command, createContext) => {
  command
    .option('--forward <url>', 'also send each callback to this URL, with the same body and signature')
    .action(async ({ forward }: { readonly forward?: string }) => {
      const context = createContext();
      const target = forward === undefined ? undefined : parseTarget(forward);
      await follow(context, async (attempt) => {
        context.print(attempt, () => formatAttempt(attempt));
        if (target !== undefined) context.terminal.stdout.write(`${await forwardTo(target, attempt)}\n`);
      });
    });
};

function parseTarget(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw createUsageError('--forward must be a URL, such as http://127.0.0.1:3000/pgw/callback.');
}

/** Calls `onAttempt` for each attempt, one after the other. Connects again when the sandbox was stopped. */
async function follow(
  context: Context,
  onAttempt: (attempt: CallbackAttempt) => Promise<void>,
): Promise<void> {
  const { terminal, configuration } = context;
  const { signal } = terminal;
  let lastId: string | undefined;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      const response = await fetchSandbox(configuration, '/dashboard/events?kind=callback', {
        headers: lastId === undefined ? {} : { 'last-event-id': lastId },
        signal,
      });
      if (
        response.headers.get('content-type')?.startsWith('text/event-stream') !== true ||
        response.body === null
      )
        throw createNoSandboxError(configuration, response.status);
      context.progress('Listening for callbacks. Press Ctrl-C to stop.\n');
      const events = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream());
      for await (const { id, data } of events) {
        await onAttempt(attemptSchema.parse(JSON.parse(data)));
        lastId = id;
      }
    } catch (error) {
      if (signal.aborted) return;
      const isStopped = !(error instanceof PgwError) || error.code === 'gateway-unreachable';
      if (isFirst || !isStopped) throw error;
    }
    context.progress('The sandbox does not respond. Trying again…\n');
    await setTimeout(reconnectMs, undefined, { signal }).catch(() => undefined);
  }
}

function formatAttempt({ at, subject, text, data: { url } }: CallbackAttempt): string {
  return toPrintable(`${new Date(at).toISOString()} ${subject ?? ''} ${text} (${url})`);
}

/** Sends a callback to another URL. Returns a line about the result. */
async function forwardTo(target: string, { data: { headers, body } }: CallbackAttempt): Promise<string> {
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardTimeoutMs),
    });
    await response.body?.cancel();
    return `  forwarded to ${target}: HTTP ${response.status}`;
  } catch (error) {
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : 'no response';
    return `  forwarded to ${target}: ${toPrintableJson(reason)}`;
  }
}

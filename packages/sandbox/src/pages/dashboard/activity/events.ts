import type { Request, Response } from 'express';
import type { Activity } from '../../../activity/activity-row.ts';
import type { Gateway } from '../../../gateway.ts';
import { readQueryParameter } from '../../fields.ts';
import { toActivityText } from './activity-text.ts';

/** The time between two comments that keep a connection open, in milliseconds. */
const keepAliveMs = 15_000;

/**
 * `GET /dashboard/events`: sends each new activity as a server-sent event `activity`. Its data is the activity as
 * JSON, with a `text` that describes it. A client that connects again sends the last id as `Last-Event-ID` and gets
 * the activities since then. `?kind=callback` selects one kind.
 */
export function sendEvents({ activity: log }: Gateway, incoming: Request, outgoing: Response): void {
  const kind = readQueryParameter(incoming, 'kind');
  outgoing
    .status(200)
    .set({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
    .flushHeaders();
  const send = (activity: Activity): void => {
    if (kind !== '' && activity.kind !== kind) return;
    const data = JSON.stringify({ ...activity, text: toActivityText(activity).text });
    outgoing.write(`id: ${activity.id}\nevent: activity\ndata: ${data}\n\n`);
  };
  const lastId = Number(incoming.get('last-event-id') ?? Number.NaN);
  // After a reset or a restart, the ids begin at 1 again.
  const newestId = log.list({ limit: 1 })[0]?.id ?? 0;
  const afterId = lastId > newestId ? 0 : lastId;
  if (Number.isSafeInteger(afterId)) for (const activity of log.list({ afterId })) send(activity);
  const stop = log.listen(send);
  const keepAlive = setInterval(() => outgoing.write(':\n\n'), keepAliveMs);
  outgoing.write(':\n\n');
  outgoing.on('close', () => {
    clearInterval(keepAlive);
    stop();
  });
}

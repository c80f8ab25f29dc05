import { html, type Html } from '@pgw/protocol/html';
import type { Gateway } from '../../../gateway.ts';
import { renderDetailSection, type ListLink } from './detail-section.ts';
import { formatTime } from '../time.ts';

interface MissingRecord {
  /** What the link names, such as `transaction`. */
  readonly kind: string;
  /** The number in the URL. */
  readonly number: string;
  /** The list of the records of this kind. */
  readonly list: ListLink;
  /** The message of the last operation. Empty without one. */
  readonly message?: string | undefined;
  /** Why there is none. Default: the last reset, or general causes. */
  readonly cause?: Html | undefined;
}

/** Renders the place of the details for a number that the sandbox does not have. */
export function renderMissingRecord(
  gateway: Gateway,
  { kind, number, list, message = '', cause }: MissingRecord,
): Html {
  return renderDetailSection(
    list,
    html`<h2 id="detail-heading">Not found</h2>
      ${message === '' ? undefined : html`<p class="message" role="status">${message}</p>`}
      <p>The sandbox has no ${kind} <code>${number}</code>.</p>
      <p class="muted">${cause ?? findCause(gateway, kind)}</p>`,
  );
}

function findCause(gateway: Gateway, kind: string): string {
  const resetAt = findLastReset(gateway);
  if (resetAt !== undefined) return `Everything before the reset at ${formatTime(resetAt)} was deleted.`;
  return kind === 'request'
    ? 'It keeps the newest 5000 activities. Without a data directory, everything is lost when it stops.'
    : 'The link may be incomplete. Without a data directory, everything is lost when the sandbox stops.';
}

/** Finds the time of the last reset on the dashboard. */
export function findLastReset({ activity }: Gateway): number | undefined {
  return activity.list({ kind: 'control' }).findLast(({ data }) => data.control === 'reset')?.at;
}

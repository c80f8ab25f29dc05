import { html, type Html } from '@pgw/protocol/html';
import type { Activity } from '../../../activity/activity-row.ts';
import type { Gateway } from '../../../gateway.ts';
import { toActivityText, toActorText } from './activity-text.ts';
import { renderCallbackAttempt, renderExchange } from './exchange-view.ts';
import { renderExactTime } from '../time.ts';

const maxActivities = 300;
/** The order of activities that happened in the same millisecond: a request comes before what it caused. */
const kindOrder: readonly Activity['kind'][] = ['control', 'request', 'change', 'callback'];

/**
 * Renders what happened to a payment, oldest first, to the millisecond. Requests and callbacks can be opened.
 * `subjects` are the transaction number, and the number of the session if there is one.
 */
export function renderTimeline({ activity }: Gateway, subjects: readonly string[]): Html {
  const activities = activity.list({ subjects, limit: maxActivities }).toSorted(compareActivities);
  if (activities.length === 0)
    return html`<p class="muted">Nothing is recorded. The sandbox keeps the newest 5000 activities.</p>`;
  return html`<ol class="timeline">
    ${activities.map(renderItem)}
  </ol>`;
}

/** Renders one activity, as an item of a list. */
export function renderItem(activity: Activity): Html {
  const { text, tone } = toActivityText(activity);
  const line = html`<span class="timeline-line"
    ><span class="timeline-text">${text}</span>
    <span class="muted">${renderExactTime(activity.at)} ${toActorText(activity.actor)}</span></span
  >`;
  return html`<li class="timeline-${tone}" data-key="activity-${activity.id}">
    ${
      activity.kind === 'request' || activity.kind === 'callback'
        ? html`<details data-key="details-${activity.id}">
            <summary>${line}</summary>
            ${activity.kind === 'request' ? renderExchange(activity) : renderCallbackAttempt(activity)}
          </details>`
        : html`<p>${line}</p>`
    }
  </li>`;
}

function compareActivities(a: Activity, b: Activity): number {
  return a.at - b.at || kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) || a.id - b.id;
}

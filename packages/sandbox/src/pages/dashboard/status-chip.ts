import { paymentStatus } from '@pgw/protocol';
import { html, type Html } from '../html.ts';
import { renderIcon } from '../icons.ts';

type Tone = 'info' | 'success' | 'danger' | 'neutral' | 'warning';
type Icon = Parameters<typeof renderIcon>[0];

const statusChips: Readonly<Record<number, readonly [label: string, tone: Tone, icon: Icon]>> = {
  0: ['Pending', 'info', 'clock'],
  1: ['Success', 'success', 'tick'],
  2: ['Failed', 'danger', 'cross'],
  3: ['Cancelled', 'neutral', 'bar'],
  4: ['Over limit', 'danger', 'cross'],
  5: ['Below minimum', 'danger', 'cross'],
  6: ['Insufficient funds', 'danger', 'cross'],
  7: ['Invalid', 'danger', 'cross'],
  8: ['User cancelled', 'neutral', 'bar'],
  9: ['Authorised', 'info', 'card'],
  10: ['Expired', 'warning', 'clock'],
  11: ['Refunded', 'neutral', 'back'],
  12: ['Refunding', 'warning', 'back'],
  13: ['Refund failed', 'danger', 'cross'],
  16: ['Refunded less charges', 'neutral', 'back'],
  17: ['Refund reversed', 'danger', 'cross'],
  18: ['Voided', 'neutral', 'back'],
};

/**
 * Renders a status with a text and an icon, so that it is clear without colour. An undocumented status is
 * shown as a number.
 */
export function renderStatusChip(status: number, name = paymentStatus(status).name): Html {
  const [label, tone, mark] = statusChips[status] ?? [`Status ${status}`, 'neutral', 'question'];
  return html`<span class="chip chip-${tone}" title="${status} ${name}">${renderIcon(mark)} ${label}</span>`;
}

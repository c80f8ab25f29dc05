import type { Localize } from './controllers/localize.ts';
import { currentKind } from './kinds/index.ts';
import type { CheckoutState } from './state.ts';

/** A sentence for those who hear the page, and how urgent it is. */
export interface Announcement {
  readonly text: string;
  readonly how: 'status' | 'alert';
  readonly delayMs?: number;
}

/** What is to be heard of a change before anything but the list is here, or without a connection. */
export function firstAnnouncement(
  before: CheckoutState,
  after: CheckoutState,
  say: Localize,
): Announcement | null {
  const { phase, isOffline, notice } = after;
  if (isOffline && !before.isOffline)
    return { text: `${say.text('x.offline')}. ${say.text('x.offline.text')}`, how: 'status' };
  if (notice !== before.notice && notice?.kind === 'start')
    return { text: say.text('x.start'), how: 'alert' };
  if (phase === before.phase) return null;
  if (phase.name === 'loading' && phase.isSlow) return { text: say.text('loading'), how: 'status' };
  if (phase.name === 'submitting' && !phase.isSlow)
    return { text: say.text(currentKind(after)?.busy ?? 'busy'), how: 'status' };
  return phase.name === 'failed' && phase.cause === 'load'
    ? { text: say.text('x.load'), how: 'alert' }
    : null;
}

import type { Sentence } from './controllers/announcer.ts';
import type { TextId } from './locales/index.ts';
import type { CheckoutState } from './state.ts';

/** A sentence for those who hear the page, and how urgent it is. */
export interface Announcement {
  readonly text: Sentence;
  readonly how: 'status' | 'alert';
  readonly delayMs?: number;
}

/** What is to be heard of a change even when nothing but the list is here, and how; null for nothing. */
export function firstAnnouncement(
  before: CheckoutState,
  { phase, notice }: CheckoutState,
): readonly [text: TextId, how: Announcement['how']] | null {
  if (notice !== before.notice && notice?.kind === 'start') return ['x.start', 'alert'];
  if (phase === before.phase) return null;
  if (phase.name === 'loading' && phase.isSlow) return ['loading', 'status'];
  return phase.name === 'failed' && phase.cause === 'load' ? ['x.load', 'alert'] : null;
}

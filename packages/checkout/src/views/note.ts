import { nothing } from 'lit/html.js';
import { currentChoice, currentKind } from '../kinds/index.ts';
import type { View } from './view.ts';

/** Under Pay: what comes next. */
export function note({ state, say }: View): unknown {
  const { phase } = state;
  if (state.isOffline) return nothing;
  if (phase.name === 'submitting' && phase.isSlow) return say.text('busy.slow');
  if (state.session?.mode === 'hosted') return say.text('pay.hosted.note');
  const bank = currentKind(state)?.payee(currentChoice(state));
  return bank ? say.rich('pay.next', { bank }) : nothing;
}

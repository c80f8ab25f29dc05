import { nothing } from 'lit';
import type { CheckoutView } from '../../state/view.ts';

/** The text below Pay. It explains the next step. */
export function renderNote({ state, localize }: CheckoutView): unknown {
  const { phase } = state;
  if (phase.name === 'submitting' && phase.isSlow) return localize.text('busy.slow');
  return state.session?.mode === 'hosted' ? localize.text('pay.hosted.note') : nothing;
}

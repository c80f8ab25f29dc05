import { nothing } from 'lit';
import { getCurrentChoice, getCurrentKind } from '../../channels/index.ts';
import type { CheckoutView } from '../../state/view.ts';

/** The text below Pay. It explains the next step. */
export function renderNote({ state, localize }: CheckoutView): unknown {
  const { phase } = state;
  if (phase.name === 'submitting' && phase.isSlow) return localize.text('busy.slow');
  if (state.session?.mode === 'hosted') return localize.text('pay.hosted.note');
  const bank = getCurrentKind(state)?.getBankOrWallet(getCurrentChoice(state));
  return bank ? localize.rich('pay.next', { bank }) : nothing;
}

import type { StorefrontPayment } from '@pgw/protocol';
import type { TemplateResult } from 'lit';
import { isPhoneOffered } from '../../pay/index.ts';
import type { CheckoutState } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderFailure } from './failure.ts';
import { renderInterstitial } from './interstitial.ts';
import type { ResultPhase } from '../phase.ts';
import { renderOutcome } from './outcome.ts';
import { renderPhoneScreen } from './phone.ts';

/** The screen that is shown in place of the list of channels. */
export function renderResult(view: CheckoutView, phase: ResultPhase): TemplateResult {
  const { state, actions } = view;
  switch (phase.name) {
    case 'redirecting':
      return renderInterstitial(view, phase);
    case 'interrupted':
    case 'result': {
      const { payment } = phase;
      const canContinue = payment.continueUrl !== undefined;
      return renderOutcome({
        ...view,
        payment,
        isEarlier: phase.name === 'result' && phase.isEarlier === true,
        checkReturned: phase.name === 'interrupted' ? actions.checkInterrupted : null,
        repeat: actions.repeat,
        // The shopper approves such a payment on another page, and may have come back without approving it.
        mayBeUnapproved: canContinue,
        continuePayment: canContinue ? actions.continuePayment : null,
        payOnPhone: canContinue && canOpenOnPhone(state, payment) ? actions.continueOnPhone : null,
      });
    }
    case 'failed':
      return renderFailure(view, phase);
    case 'phone':
      return renderPhoneScreen(view, phase);
  }
}

function canOpenOnPhone({ session }: CheckoutState, { channel }: StorefrontPayment): boolean {
  return isPhoneOffered(session?.channels.find(({ name }) => name === channel));
}

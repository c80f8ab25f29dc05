import type { StorefrontPayment } from '@pgw/protocol';
import type { TemplateResult } from 'lit';
import { isPhoneOffered, bankOrWalletName } from '../pay/index.ts';
import { usableChannels, type CheckoutState } from '../state/checkout-state.ts';
import type { CheckoutView } from '../state/view.ts';
import { failure } from './failure.ts';
import type { ResultPhase } from './phase.ts';
import { outcome } from './outcome.ts';
import { phoneScreen } from './phone.ts';
import { returnedScreen } from './returned.ts';

/** The screen that is shown in place of the list of channels. */
export function resultView(view: CheckoutView, phase: ResultPhase): TemplateResult {
  const { state, actions } = view;
  switch (phase.name) {
    case 'result': {
      const { payment } = phase;
      const canContinue = canBeContinued(state, payment);
      return outcome({
        ...view,
        payment,
        // The shopper approves such a payment on another page, and may have come back without approving it.
        mayBeUnapproved: canContinue,
        continuePayment: canContinue ? actions.continuePayment : null,
        payOnPhone: canContinue && canOpenOnPhone(state, payment) ? actions.continueOnPhone : null,
      });
    }
    case 'failed':
      return failure(view, phase.cause);
    case 'phone':
      return phoneScreen(view, phase);
    case 'interrupted':
      return returnedScreen(view, {
        bank: bankOrWalletName(view),
        check: actions.checkInterrupted,
        continuePayment: canBeContinued(state, phase.payment) ? actions.continuePayment : null,
        chooseAnother: actions.chooseAnother,
      });
  }
}

function canOpenOnPhone({ session }: CheckoutState, { channel }: StorefrontPayment): boolean {
  return isPhoneOffered(session?.channels.find(({ name }) => name === channel));
}

/**
 * Whether the shopper can be redirected to a payment again. A card payment cannot, because a card is sent
 * only once.
 */
function canBeContinued({ session }: CheckoutState, { channel }: StorefrontPayment): boolean {
  if (session === null) return false;
  if (session.mode === 'hosted') return true;
  return usableChannels(session).some(({ name, kind }) => name === channel && kind !== 'card');
}

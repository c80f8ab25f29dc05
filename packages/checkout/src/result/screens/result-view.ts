import type { StorefrontPayment } from '@pgw/protocol';
import type { TemplateResult } from 'lit';
import { getKind } from '../../channels/index.ts';
import { isPhoneOffered, getBankOrWalletName } from '../../pay/index.ts';
import { getUsableChannels, type CheckoutState } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderFailure } from './failure.ts';
import type { ResultPhase } from '../phase.ts';
import { renderOutcome } from './outcome.ts';
import { renderPhoneScreen } from './phone.ts';
import { renderReturnedScreen } from './returned.ts';

/** The screen that is shown in place of the list of channels. */
export function renderResult(view: CheckoutView, phase: ResultPhase): TemplateResult {
  const { state, actions } = view;
  switch (phase.name) {
    case 'result': {
      const { payment } = phase;
      const canContinue = canBeContinued(state, payment);
      return renderOutcome({
        ...view,
        payment,
        // The shopper approves such a payment on another page, and may have come back without approving it.
        mayBeUnapproved: canContinue,
        continuePayment: canContinue ? actions.continuePayment : null,
        payOnPhone: canContinue && canOpenOnPhone(state, payment) ? actions.continueOnPhone : null,
      });
    }
    case 'failed':
      return renderFailure(view, phase.cause);
    case 'phone':
      return renderPhoneScreen(view, phase);
    case 'interrupted':
      return renderReturnedScreen(view, {
        payment: phase.payment,
        bank: getBankOrWalletName(view),
        check: actions.checkInterrupted,
        continuePayment: canBeContinued(state, phase.payment) ? actions.continuePayment : null,
        chooseAnother: actions.chooseAnother,
      });
  }
}

function canOpenOnPhone({ session }: CheckoutState, { channel }: StorefrontPayment): boolean {
  return isPhoneOffered(session?.channels.find(({ name }) => name === channel));
}

/** Whether the shopper can be redirected to a payment again. */
function canBeContinued({ session }: CheckoutState, { channel }: StorefrontPayment): boolean {
  if (session === null) return false;
  if (session.mode === 'hosted') return true;
  return getUsableChannels(session).some((one) => one.name === channel && getKind(one).canBeContinued);
}

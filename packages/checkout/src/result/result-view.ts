import { html, type TemplateResult } from 'lit';
import { payeeName } from '../pay/index.ts';
import type { CheckoutView } from '../state/view.ts';
import { primaryButton, secondaryButton } from '../ui/buttons.ts';
import { screen } from '../ui/screen.ts';
import { failure } from './failure.ts';
import type { ResultPhase } from './phase.ts';
import { outcome } from './outcome.ts';

/** The screen in place of the list. */
export function resultView(view: CheckoutView, phase: ResultPhase): TemplateResult {
  switch (phase.name) {
    case 'result':
      return outcome({ ...view, payment: phase.payment });
    case 'failed':
      return failure(view, phase.cause);
    case 'interrupted':
      return interrupted(view);
  }
}

/** The shopper came back before the server knows the outcome. */
function interrupted(view: CheckoutView): TemplateResult {
  const { localize, actions } = view;
  return screen(view, {
    state: 'calm',
    iconName: 'back',
    title: localize.rich('back', { bank: payeeName(view) }),
    text: localize.text('back.text'),
    content: html`<div class="buttons">
        ${primaryButton(localize.text('back.check'), actions.checkInterrupted)}${secondaryButton(
          localize.text('another'),
          actions.chooseAnother,
        )}
      </div>
      <slot name="support"></slot>`,
  });
}

import { html, nothing, type TemplateResult } from 'lit';
import { renderChannelList, renderSkeleton, renderSummary } from '../channels/index.ts';
import { renderPayArea, renderTimer, renderTotalNotice } from '../pay/index.ts';
import { resultModule, toResultPhase } from '../result/index.ts';
import type { CheckoutView } from '../state/view.ts';
import { renderFooter } from '../ui/footer.ts';
import { renderLoadFailed } from '../ui/load-failed.ts';

/** Renders everything inside the frame of <pgw-checkout>. */
export function renderCheckout(view: CheckoutView): TemplateResult {
  const { phase, session } = view.state;
  const { name } = phase;
  // The screens of a started payment are shown without the summary.
  const isPaymentScreen = name !== 'failed' && toResultPhase(phase) !== null && resultModule.value !== null;
  const hasSummary = name !== 'redirecting' && !isPaymentScreen;
  const hasFooter = name !== 'redirecting' && name !== 'loading';
  return html`${hasSummary ? renderSummary(view, renderTimer(view)) : nothing}${renderContent(view)}${
    hasFooter ? renderFooter(view, session?.order.gateway ?? null) : nothing
  }`;
}

function renderContent(view: CheckoutView): TemplateResult {
  const { state, actions } = view;
  const { phase } = state;
  switch (phase.name) {
    case 'loading':
      return renderSkeleton(phase.isSlow);
    case 'choosing':
    case 'submitting':
    case 'verifying':
      return html`<form class="body" novalidate @submit=${actions.pay}>
        ${renderTotalNotice(view)}${renderChannelList(view)}${renderPayArea(view)}
      </form>`;
    case 'redirecting':
    case 'failed':
    case 'interrupted':
    case 'phone':
    case 'result': {
      const result = toResultPhase(phase);
      if (result === null) return renderLoadFailed(view, actions.reload);
      // Placeholders are visible until the module is loaded.
      return resultModule.value?.renderResult(view, result) ?? renderSkeleton(true);
    }
  }
}

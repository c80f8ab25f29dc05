import { html, nothing, type TemplateResult } from 'lit';
import { channelList, skeleton, summary } from '../channels/index.ts';
import { interstitial, payArea, timer, totalNotice } from '../pay/index.ts';
import { resultModule, resultPhase } from '../result/index.ts';
import type { CheckoutView } from '../state/view.ts';
import { footer } from '../ui/footer.ts';
import { loadFailed } from '../ui/load-failed.ts';

/** Renders everything inside the frame of <pgw-checkout>. */
export function checkoutView(view: CheckoutView): TemplateResult {
  const { phase, session } = view.state;
  const { name } = phase;
  const isResult = name !== 'failed' && resultPhase(phase) !== null && resultModule.value !== null;
  const hasSummary = name !== 'redirecting' && !isResult;
  const hasFooter = name !== 'redirecting' && name !== 'loading';
  return html`${hasSummary ? summary(view, timer(view)) : nothing}${content(view)}${
    hasFooter ? footer(view, session?.order.gateway ?? null) : nothing
  }`;
}

function content(view: CheckoutView): TemplateResult {
  const { state, actions } = view;
  const { phase } = state;
  switch (phase.name) {
    case 'loading':
      return skeleton(phase.isSlow);
    case 'choosing':
    case 'submitting':
    case 'verifying':
      return html`<form class="body" novalidate @submit=${actions.pay}>
        ${totalNotice(view)}${channelList(view)}${payArea(view)}
      </form>`;
    case 'redirecting':
      return interstitial(view, phase);
    case 'failed':
    case 'interrupted':
    case 'phone':
    case 'result': {
      const result = resultPhase(phase);
      if (result === null) return loadFailed(view, actions.reload);
      return resultModule.value?.resultView(view, result) ?? skeleton(true);
    }
  }
}

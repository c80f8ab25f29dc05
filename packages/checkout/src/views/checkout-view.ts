import { html, nothing, type TemplateResult } from 'lit';
import { channelList } from './channel-list.ts';
import { failure } from './failure.ts';
import { footer } from './footer.ts';
import { interrupted, leaving } from './interstitial.ts';
import { totalNotice } from './notice.ts';
import { pay } from './pay.ts';
import { result } from './result.ts';
import { skeleton } from './skeleton.ts';
import { summary } from './summary.ts';
import type { View } from './view.ts';

/** Everything inside the frame of <pgw-checkout>, by the phase it is in. */
export function checkoutView(view: View): TemplateResult {
  const { phase, session } = view.state;
  const gateway = session?.order.gateway ?? null;
  const isOutcome = phase.name === 'leaving' || phase.name === 'interrupted' || phase.name === 'result';
  return html`${isOutcome ? nothing : summary(view)}${content(view)}${phase.name === 'leaving' || phase.name === 'loading' ? nothing : footer(view, gateway)}`;
}

function content(view: View): TemplateResult {
  const { phase } = view.state;
  switch (phase.name) {
    case 'loading':
      return skeleton(phase.isSlow);
    case 'failed':
      return failure(view, phase.cause);
    case 'leaving':
      return leaving(view, phase);
    case 'interrupted':
      return interrupted(view);
    case 'result':
      return result({ ...view, payment: phase.payment });
    case 'choosing':
    case 'submitting':
    case 'unsure':
      return html`<form class="body" novalidate @submit=${view.act.pay}>
        ${totalNotice(view)}${channelList(view)}${pay(view)}
      </form>`;
  }
}

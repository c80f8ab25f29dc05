import { html, nothing, type TemplateResult } from 'lit';
import { needsLater } from '../state.ts';
import { channelList } from './channel-list.ts';
import { footer } from './footer.ts';
import { loadFailure } from './load-failure.ts';
import { pay } from './pay.ts';
import { skeleton } from './skeleton.ts';
import { summary } from './summary.ts';
import type { View } from './view.ts';

/** Everything inside the frame of <pgw-checkout>, by the phase it is in. */
export function checkoutView(view: View): TemplateResult {
  const { state, later } = view;
  const { phase, session } = state;
  const gateway = session?.order.gateway ?? null;
  const isOutcome = needsLater(phase) && phase.name !== 'failed' && later !== null;
  return html`${isOutcome ? nothing : summary(view)}${content(view)}${phase.name === 'leaving' || phase.name === 'loading' ? nothing : footer(view, gateway)}`;
}

function content(view: View): TemplateResult {
  const { state, later, start, act } = view;
  const { phase } = state;
  if (later !== null && needsLater(phase)) return later.outcome(view);
  switch (phase.name) {
    case 'loading':
      return skeleton(phase.isSlow);
    case 'failed':
      return phase.cause === 'load' ? loadFailure(view, act.reload) : skeleton(true);
    case 'interrupted':
    case 'result':
      return skeleton(true);
    // The way to the bank looks like the press until its screen is here.
    case 'leaving':
    case 'choosing':
    case 'submitting':
    case 'unsure':
      return html`<form class="body" novalidate @submit=${act.pay}>
        ${start?.totalNotice(view)}${channelList(view)}${pay(view)}
      </form>`;
  }
}

import { html, nothing, type TemplateResult } from 'lit/html.js';
import { needsLater, needsMore } from '../state.ts';
import { channelList } from './channel-list.ts';
import { footer } from './footer.ts';
import { loadFailure } from './load-failure.ts';
import { pay } from './pay.ts';
import { skeleton } from './skeleton.ts';
import { summary } from './summary.ts';
import type { View } from './view.ts';

/** Everything inside the frame of <pgw-checkout>, by the phase it is in. */
export function checkoutView(view: View): TemplateResult {
  const { state, life } = view;
  const { phase, session } = state;
  const { name } = phase;
  const outcome = needsLater(phase) ? life?.outcome(view) : null;
  return html`${outcome && name !== 'failed' ? nothing : summary(view)}${outcome ?? content(view)}${
    name === 'leaving' || name === 'loading' ? nothing : footer(view, session?.order.gateway ?? null)
  }`;
}

function content(view: View): TemplateResult {
  const { state, life, act } = view;
  const { phase } = state;
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
      return life || !needsMore(state)
        ? html`<form class="body" novalidate @submit=${act.pay}>
            ${life?.totalNotice(view)}${channelList(view)}${pay(view)}
          </form>`
        : skeleton(true);
  }
}

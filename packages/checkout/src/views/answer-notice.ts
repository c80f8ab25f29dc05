import { html, nothing, type TemplateResult } from 'lit/html.js';
import { noticeBox, notSentNotice } from './notice.ts';
import type { LifeView, View } from './view.ts';

/** Above the list: the sum is another one now. */
export function totalNotice({ state, say }: View): TemplateResult | typeof nothing {
  const { notice, session } = state;
  if (notice?.kind !== 'total' || session === null) return nothing;
  const words = { amount: say.money(session.order), old: say.money(notice.old) };
  return noticeBox('warning', 'alert', say.rich('x.total', words), true);
}

/** Above Pay: the answer to a press. */
export function answerNotice(view: LifeView): TemplateResult | typeof nothing {
  const { state, say, act } = view;
  const { notice, phase } = state;
  if (phase.name === 'unsure') {
    return noticeBox('warning', 'alert', say.text('x.unsure'));
  }
  switch (notice?.kind) {
    case 'start':
      return notSentNotice(say);
    case 'busy':
      return noticeBox('warning', 'clock', say.text('x.busy'));
    case 'bank-gone':
      return noticeBox('danger', 'alert', say.rich('bank.gone', { bank: notice.bank }));
    case 'rate':
      return noticeBox('warning', 'clock', say.text('x.rate', { n: Math.ceil(notice.waitMs / 60_000) }));
    case 'checking':
      return noticeBox('warning', 'clock', say.text('x.checking'));
    case 'duplicate':
      return noticeBox(
        'warning',
        'alert',
        html`${say.text('x.dup')}
          <button type="button" class="secondary" part="button-secondary" @click=${act.checkDuplicate}>
            ${say.text('back.check')}
          </button>`,
      );
    case 'total':
    case undefined:
      return nothing;
  }
}

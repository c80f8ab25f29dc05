import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutView } from '../state/view.ts';
import { noticeBox } from '../ui/notice.ts';

/** Above the list: the total has changed. */
export function totalNotice({ state, localize }: CheckoutView): TemplateResult | typeof nothing {
  const { notice, session } = state;
  if (notice?.kind !== 'total' || session === null) return nothing;
  const values = { amount: localize.money(session.order), old: localize.money(notice.old) };
  return noticeBox('warning', 'alert', localize.rich('x.total', values), true);
}

/** Above Pay: why the payment was not started. */
export function startNotice(view: CheckoutView): TemplateResult | typeof nothing {
  const { state, localize, actions } = view;
  const { notice, phase } = state;
  if (phase.name === 'verifying') return noticeBox('warning', 'alert', localize.text('x.unsure'));
  switch (notice?.kind) {
    case 'start':
      return noticeBox('danger', 'alert', localize.text('x.start'));
    case 'busy':
      return noticeBox('warning', 'clock', localize.text('x.busy'));
    case 'bank-gone':
      return noticeBox('danger', 'alert', localize.rich('bank.gone', { bank: notice.bank }));
    case 'rate':
      return noticeBox('warning', 'clock', localize.text('x.rate', { n: Math.ceil(notice.waitMs / 60_000) }));
    case 'checking':
      return noticeBox('warning', 'clock', localize.text('x.checking'));
    case 'duplicate':
      return noticeBox(
        'warning',
        'alert',
        html`${localize.text('x.dup')}
          <button type="button" class="secondary" part="button-secondary" @click=${actions.checkDuplicate}>
            ${localize.text('back.check')}
          </button>`,
      );
    case 'total':
    case undefined:
      return nothing;
  }
}

/** Below Pay, so that it moves nothing when it appears. */
export function offlineNotice({ state, localize }: CheckoutView): TemplateResult | typeof nothing {
  if (!state.isOffline) return nothing;
  return noticeBox(
    'info',
    'offline',
    html`<b>${localize.text('x.offline')}</b><br />${localize.text('x.offline.text')}`,
  );
}

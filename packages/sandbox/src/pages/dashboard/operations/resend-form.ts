import { html, type Html } from '@pgw/protocol/html';

/**
 * Renders the button that sends a callback again. `count` is the number of callbacks of its payment or payout, and
 * `page` is the page that then shows a message.
 */
export function renderResendForm(
  id: number,
  { count, page }: { readonly count: number; readonly page: 'transaction' | 'callbacks' },
): Html {
  return html`<form method="post" action="/dashboard/callbacks/${id}/again">
    <input type="hidden" name="seen" value="${count}" />
    <input type="hidden" name="page" value="${page}" />
    <button class="small">Send again</button>
  </form>`;
}

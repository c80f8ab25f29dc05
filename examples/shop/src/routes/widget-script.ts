import type { Response } from 'express';
import { html, type Html } from '../pages/html.ts';

/** The one script tag. Its nonce lets the widget run a gateway's redirection script under our policy. */
export function widgetScript(response: Response): Html {
  return html`<script src="/pgw/checkout.js" nonce="${String(response.locals['nonce'])}"></script>`;
}

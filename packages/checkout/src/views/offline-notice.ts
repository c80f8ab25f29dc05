import { html, nothing, type TemplateResult } from 'lit/html.js';
import { noticeBox } from './notice.ts';
import type { View } from './view.ts';

/** Below Pay: it came unasked, so it moves nothing. */
export function offlineNotice({ state, say }: View): TemplateResult | typeof nothing {
  if (!state.isOffline) return nothing;
  return noticeBox(
    'info',
    'offline',
    html`<b>${say.text('x.offline')}</b><br />${say.text('x.offline.text')}`,
  );
}

import type { StorefrontChannel } from '@pgw/protocol';
import { html, type TemplateResult } from 'lit';
import type { CheckoutView } from '../../../../state/view.ts';
import { brandMarksModule } from '../lazy.ts';

/** Until the module is loaded, the symbols of the server are shown, or empty boxes that reserve their space. */
export function renderBrandMarks(
  { findServerMarks }: CheckoutView,
  { id, card }: StorefrontChannel,
): TemplateResult | Element | null {
  if (!card?.marks) return null;
  const { value: module } = brandMarksModule;
  const fromServer = module === null ? findServerMarks?.(`details-${id}`) : undefined;
  if (fromServer) return fromServer;
  return html`<span class="marks" part="card-brands" id="details-${id}"
    ><span class="visually-hidden">${module?.listBrandNames(card.marks)}</span>${card.marks.map(
      (brand) => html`<i>${module && module.drawBrand(html, module.brandShapes[brand] ?? [])}</i>`,
    )}</span
  >`;
}

import { loadServerModule } from '#assets';
import type { StorefrontPaymentState } from '@pgw/protocol';
import type { ListOptions, RedirectTexts, ReturnTexts } from '@pgw/protocol/internal';

export interface RenderedList {
  readonly markup: string;
  /** True if the list is the first screen of the element. */
  readonly isFirstScreen: boolean;
}

/** Loads the texts in the first of the languages (BCP 47) that the element supports, or in English. */
export async function loadRedirectTexts(
  languages: readonly string[],
  bank: string | null,
): Promise<RedirectTexts> {
  return (await loadServerModule()).redirectTexts(languages, bank);
}

export async function loadReturnTexts(
  languages: readonly string[],
  state: StorefrontPaymentState,
): Promise<ReturnTexts> {
  return (await loadServerModule()).returnTexts(languages, state);
}

/**
 * Undefined if the shopper has nothing to choose. If the first screen is an open payment, the list is rendered only
 * for browsers without scripts.
 */
export async function renderList(options: ListOptions): Promise<RenderedList | undefined> {
  const serverModule = await loadServerModule();
  const firstScreen = await serverModule.renderList(options);
  if (firstScreen !== null) return { markup: addEndMarker(firstScreen), isFirstScreen: true };
  if (options.session.openPayment?.state !== 'pending') return undefined;
  const listWithoutPayment = await serverModule.renderList({
    ...options,
    session: { ...options.session, openPayment: null },
  });
  return listWithoutPayment === null
    ? undefined
    : { markup: `<noscript>${addEndMarker(listWithoutPayment)}</noscript>`, isFirstScreen: false };
}

/** Adds a marker at the end of the list. The styles use the marker to detect that the list is complete. */
function addEndMarker(list: string): string {
  return `${list}<span class="list-end" hidden></span>`;
}

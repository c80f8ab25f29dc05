import { pathToFileURL } from 'node:url';
import {
  PgwError,
  type StorefrontBank,
  type StorefrontPaymentState,
  type StorefrontSession,
} from '@pgw/protocol';
import { listModule } from '../assets/asset-files.ts';

/** The data of the list. */
export interface ListOptions {
  readonly session: StorefrontSession;
  readonly lang: string;
  readonly headingLevel: number;
  readonly hasSummary: boolean;
  readonly hasFooter: boolean;
  readonly channels: readonly number[] | null;
  readonly chosen: { readonly channelId: number; readonly banks: readonly StorefrontBank[] } | null;
  readonly action: string;
}

/** The list as markup. */
export interface List {
  readonly markup: string;
  /** True if it is the first screen of the element, which then takes over without a layout shift. */
  readonly isFirst: boolean;
}

/**
 * The element's views, built to render the first screen as text. Built with the same version as the scripts.
 */
interface ListRenderer {
  /** Null if the element would not show the list. */
  renderList(options: ListOptions): Promise<string | null>;
  redirectTexts(languages: readonly string[], bank: string | null): Promise<RedirectTexts>;
  returnTexts(languages: readonly string[], state: StorefrontPaymentState): Promise<ReturnTexts>;
}

/** The texts of the page to which a phone returns after it opened a payment by a QR code. */
export interface ReturnTexts {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  readonly text: string;
}

/** The texts of the page that runs the gateway's script. */
export interface RedirectTexts {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  readonly link: string;
}

/**
 * The texts in the first of the languages (BCP 47) that the element has, otherwise in English. `bank` is null
 * if it is not known.
 */
export async function redirectTexts(
  languages: readonly string[],
  bank: string | null,
): Promise<RedirectTexts> {
  loading ??= load();
  return (await loading).redirectTexts(languages, bank);
}

/** The texts for a payment in this state, in the first of the languages (BCP 47) that the element has, otherwise in English. */
export async function returnTexts(
  languages: readonly string[],
  state: StorefrontPaymentState,
): Promise<ReturnTexts> {
  loading ??= load();
  return (await loading).returnTexts(languages, state);
}

let loading: Promise<ListRenderer> | undefined;

/**
 * Renders the list, or undefined when there is nothing to choose. The element shows an open payment first;
 * without scripts the shopper continues with the list.
 */
export async function drawList(options: ListOptions): Promise<List | undefined> {
  loading ??= load();
  const renderer = await loading;
  const first = await renderer.renderList(options);
  if (first !== null) return { markup: whole(first), isFirst: true };
  if (options.session.openPayment?.state !== 'pending') return undefined;
  const again = await renderer.renderList({ ...options, session: { ...options.session, openPayment: null } });
  return again === null ? undefined : { markup: `<noscript>${whole(again)}</noscript>`, isFirst: false };
}

/** Adds a marker at the end, which the styles use to detect that the list is complete. */
function whole(list: string): string {
  return `${list}<span class="whole" hidden></span>`;
}

async function load(): Promise<ListRenderer> {
  const module: unknown = await import(pathToFileURL(listModule).href);
  if (isRenderer(module)) return module;
  throw new PgwError('invalid-configuration', `${listModule} renders no list. Build the workspace again.`);
}

function isRenderer(module: unknown): module is ListRenderer {
  return (
    typeof module === 'object' &&
    module !== null &&
    'renderList' in module &&
    typeof module.renderList === 'function' &&
    'redirectTexts' in module &&
    typeof module.redirectTexts === 'function' &&
    'returnTexts' in module &&
    typeof module.returnTexts === 'function'
  );
}

import { pathToFileURL } from 'node:url';
import { PgwError, type StorefrontBank, type StorefrontSession } from '@pgw/protocol';
import { listModule } from '../assets/asset-files.ts';

/** What the list is drawn from. */
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
  /** It is the element's own first screen, which will take its place without a shift. */
  readonly isFirst: boolean;
}

/** The element's own views, built to draw the first screen as text; of the same version as the scripts beside it. */
interface ListRenderer {
  /** Null where the element would show something else than the list. */
  renderList(options: ListOptions): Promise<string | null>;
}

let loading: Promise<ListRenderer> | undefined;

/**
 * Renders the list, or undefined when there is nothing to choose. The element first shows an open payment;
 * where no script runs, the list is the way to go on with it.
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

/** With a mark at its end, by which its styles know that all of it is here. */
function whole(list: string): string {
  return `${list}<span class="whole" hidden></span>`;
}

async function load(): Promise<ListRenderer> {
  const module: unknown = await import(pathToFileURL(listModule).href);
  if (isRenderer(module)) return module;
  throw new PgwError('invalid-configuration', `${listModule} draws no list. Build the workspace again.`);
}

function isRenderer(module: unknown): module is ListRenderer {
  return (
    typeof module === 'object' &&
    module !== null &&
    'renderList' in module &&
    typeof module.renderList === 'function'
  );
}

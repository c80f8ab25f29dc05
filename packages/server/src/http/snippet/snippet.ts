import { setTimeout as wait } from 'node:timers/promises';
import type { StorefrontSession } from '@pgw/protocol';
import { requireArgument, type ListOptions, getErrorMessage } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { AccountOption } from '../../engine/payment-context.ts';
import type { AssetFiles } from '../assets/asset-files.ts';
import { hasBanks, listElementModules } from '../../offers/channel-kinds.ts';
import { resolveOrder, type Context } from '../route.ts';
import { loadSession } from '../handlers/session.ts';
import { toScriptJson, renderStartTag, renderPreloadTags, renderScriptTags } from '../pages/tags.ts';
import { renderList, type RenderedList } from './server-module.ts';

/** The options of `checkout.snippet`. */
export interface SnippetOptions<NativeRequest = unknown> extends AccountOption {
  /** The shop's id of the order. */
  readonly order: string;
  /** The visitor's request, which is passed to `resolveOrder`. */
  readonly req: NativeRequest;
  /**
   * The nonce in the `Content-Security-Policy` of this response. Needed only if the page has such a policy.
   */
  readonly nonce?: string | undefined;
  /** The language of the page, BCP 47. Default `en`. */
  readonly lang?: string | undefined;
  /**
   * Further attributes of the element, such as `{ summary: 'none', 'heading-level': '3' }`. Values are
   * escaped.
   */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  /**
   * Markup inside the element: its slots, and the fallback for browsers that do not render the list. The
   * markup is not escaped, so escape all user input in it.
   */
  readonly content?: string | undefined;
  /**
   * The id of a channel that the shopper chose on an earlier page. The list displays this channel as
   * selected, with its banks. Use it on the page of `getBankPageUrl`, which browsers without scripts open.
   */
  readonly channel?: number | undefined;
  /**
   * How long the page waits for the list, in milliseconds. Default 1,000. After this time, the element loads
   * the list.
   */
  readonly timeoutMs?: number | undefined;
}

const optionsSchema = z.strictObject({
  order: z.string(),
  req: z.unknown(),
  nonce: z.string().optional(),
  lang: z.string().optional(),
  attributes: z.record(z.string(), z.string()).optional(),
  content: z.string().optional(),
  channel: z.int().optional(),
  timeoutMs: z.int().nonnegative().optional(),
});

/** The markup of a checkout for a page. */
export interface Snippet {
  /** Markup for the head: the script with its integrity, preloads, and the connection to the logos. */
  readonly head: string;
  /** Markup for the body, at the place of the checkout: the element with its session and list. */
  readonly body: string;
}

/** Reserves space when the server does not render the list. */
const reservedSpaceStyle = 'pgw-checkout:not(:defined){display:block;min-block-size:480px}';

/** Renders the checkout for a page. The list is displayed and usable before a script has run. */
export async function renderSnippet(context: Context, options: SnippetOptions): Promise<Snippet> {
  requireArgument(optionsSchema, options, 'checkout.snippet');
  const { nonce } = options;
  const session = await loadSessionInTime(context, options);
  const chosen = session === undefined ? null : await loadChosenChannel(context, options, session);
  const list = session && (await renderList(toListOptions(context, { options, session, chosen })));
  const reservesSpace = list === undefined || !list.isFirstScreen;
  const head = [
    ...findImageOrigins(session, context.settings.addresses.origin).map((href) =>
      renderStartTag('link', { rel: 'preconnect', href }),
    ),
    ...(reservesSpace ? [`${renderStartTag('style', { nonce })}${reservedSpaceStyle}</style>`] : []),
    ...renderScripts(context, options, list?.isFirstScreen ? session : undefined),
  ];
  // The browser renders this markup while it parses the page. The element uses it when its script has run.
  const shadowRoot =
    list &&
    `${renderStartTag('template', { shadowrootmode: 'open' })}${renderStyles(list, context.assets, nonce)}${list.markup}</template>`;
  return {
    head: head.join('\n'),
    body: renderElement(context, options, [shadowRoot, session && renderSession(session)]),
  };
}

/** Resolves with undefined after the timeout or a failure. The element then loads the session. */
async function loadSessionInTime(
  context: Context,
  options: SnippetOptions,
): Promise<StorefrontSession | undefined> {
  const { order, req, timeoutMs = 1_000 } = options;
  const session = context
    .whenOpen()
    .then(() => resolveOrder(context, order, req))
    .then((resolved) => loadSession(context, resolved, req))
    .then(({ session: loadedSession }) => loadedSession)
    .catch((error: unknown) => {
      reportMissingList(context, order, error);
      return undefined;
    });
  return Promise.race([session, wait(timeoutMs, undefined, { ref: false })]);
}

async function loadChosenChannel(
  context: Context,
  { order, channel }: SnippetOptions,
  session: StorefrontSession,
): Promise<ListOptions['chosen']> {
  const offeredChannel = session.channels.find((one) => one.id === channel && hasBanks(one) && !one.limit);
  if (offeredChannel === undefined) return null;
  try {
    return {
      channelId: offeredChannel.id,
      banks: await context.offers.listBanks(offeredChannel, session.order.amount),
    };
  } catch (error) {
    reportMissingList(context, order, error);
    return null;
  }
}

function reportMissingList({ paymentContext }: Context, orderId: string, error: unknown): void {
  const message = getErrorMessage(error);
  paymentContext.emit({ level: 'warn', event: 'snippet-without-list', message, orderId, error });
}

interface ListData {
  readonly options: SnippetOptions;
  readonly session: StorefrontSession;
  readonly chosen: ListOptions['chosen'];
}

function toListOptions(
  { settings, paymentContext }: Context,
  { options, session, chosen }: ListData,
): ListOptions {
  const { lang = 'en', attributes = {}, content = '' } = options;
  const { channels } = attributes;
  return {
    // After a choice on an earlier page, an open payment is not displayed first.
    session: chosen === null ? session : { ...session, openPayment: null },
    lang,
    headingLevel: Number(attributes['heading-level'] ?? 2),
    hasSummary: attributes['summary'] !== 'none',
    hasFooter: /\sslot=["']?footer\b/.test(content),
    channels: channels === undefined ? null : channels.split(',').map(Number),
    chosen,
    action: settings.addresses.path('/start'),
    token: paymentContext.tokens.createForm('order', session.order.id),
  };
}

/** `renderedSession` is undefined when the first screen is not the list. */
function renderScripts(
  { assets, settings }: Context,
  { nonce, lang = 'en' }: SnippetOptions,
  renderedSession: StorefrontSession | undefined,
): readonly string[] {
  const tagOptions = { addresses: settings.addresses, nonce };
  const lazyModules = listElementModules(renderedSession?.channels ?? []);
  return [
    ...renderPreloadTags(assets, findLanguageModule(assets, lang), tagOptions),
    ...renderScriptTags(assets, tagOptions),
    ...lazyModules.flatMap((name) => renderPreloadTags(assets, name, tagOptions, 'low')),
  ];
}

/**
 * Hides the list until its end marker was parsed, because a partially loaded row would shift, and at most three
 * seconds.
 */
const hiddenUntilComplete =
  '.reset:not(:has(~ .list-end)){visibility:hidden;animation:show-list 0s 3s forwards!important}' +
  '@keyframes show-list{to{visibility:visible}}';

/** Inline styles make a request for a style sheet unnecessary. Without scripts, the search field has no effect. */
function renderStyles({ markup }: RenderedList, { styles }: AssetFiles, nonce: string | undefined): string {
  const style = renderStartTag('style', { nonce });
  const hiddenSearchStyle = markup.includes('class="search"')
    ? `<noscript>${style}.search{display:none}</style></noscript>`
    : '';
  return `${style}${styles}${hiddenUntilComplete}</style>${hiddenSearchStyle}`;
}

function renderSession(session: StorefrontSession): string {
  const startTag = renderStartTag('script', { type: 'application/json', 'data-pgw-session': true });
  return `${startTag}${toScriptJson(session)}</script>`;
}

function renderElement(
  { settings }: Context,
  { order, lang = 'en', attributes, content = '' }: SnippetOptions,
  children: readonly (string | undefined)[],
): string {
  const startTag = renderStartTag('pgw-checkout', {
    ...attributes,
    order,
    lang,
    endpoint: settings.addresses.path(''),
  });
  return `${startTag}${children.join('')}${content}</pgw-checkout>`;
}

const maxPreconnects = 2;

/** Returns the origins of the list's images to preconnect, without the origin of the page. */
function findImageOrigins(session: StorefrontSession | undefined, pageOrigin: string): readonly string[] {
  const origins = (session?.channels ?? []).flatMap(({ imageUrl }) =>
    imageUrl !== null && URL.canParse(imageUrl) ? [new URL(imageUrl).origin] : [],
  );
  return [...new Set(origins)].filter((origin) => origin !== pageOrigin).slice(0, maxPreconnects);
}

/** Finds the module of a language by its primary subtag: `zh` finds `zh-Hans`. */
function findLanguageModule({ manifest }: AssetFiles, lang: string): string {
  const [language = ''] = lang.toLowerCase().split('-');
  return Object.keys(manifest.files).find((name) => name.split('-')[0] === language) ?? language;
}

import { setTimeout as wait } from 'node:timers/promises';
import type { StorefrontSession } from '@pgw/protocol';
import type { Request } from 'express';
import type { AssetFiles } from '../assets/asset-files.ts';
import { resolveOrder, type Context } from '../routes/context.ts';
import { sessionOf } from '../routes/session.ts';
import { jsonForScript, startTag } from '../pages/html.ts';
import { drawList, type List, type ListOptions } from './list-renderer.ts';
import { classicScriptTag, moduleScriptTag, preloadTag } from '../pages/script-tags.ts';

/** The options of `checkout.snippet`. */
export interface SnippetOptions {
  /** The shop's id of the order. */
  readonly order: string;
  /** The visitor's request, which is passed to `resolveOrder`. */
  readonly req: Request;
  /** The nonce in the `Content-Security-Policy` of this response. Left out: the page has no such policy. */
  readonly nonce?: string | undefined;
  /** The language of the page, BCP 47. Default `en`. */
  readonly lang?: string | undefined;
  /**
   * Further attributes of the element, such as `{ summary: 'none', 'heading-level': '3' }`. Values are
   * escaped.
   */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  /**
   * Markup inside the element: its slots, and the fallback for browsers that do not render the list. It is
   * not escaped, so escape all user input in it.
   */
  readonly content?: string | undefined;
  /**
   * The id of a channel that was chosen on an earlier page: the list has it selected, with its banks. For the
   * page of `bankUrl`, which browsers without scripts open.
   */
  readonly channel?: number | undefined;
  /**
   * How long the page waits for the list, in milliseconds. Default 1,000. After it the element loads the
   * list.
   */
  readonly timeoutMs?: number | undefined;
}

/** The markup of a checkout for a page. */
export interface Snippet {
  /** For the head: the script with its integrity, preloads, and the connection to the logos. */
  readonly head: string;
  /** For the body, where the checkout is to appear: the element with its session and list. */
  readonly body: string;
}

/**
 * Reserves space when the server does not render the list, to reduce the layout shift when the element loads.
 */
const reserved = 'pgw-checkout:not(:defined){display:block;min-block-size:30rem}';

/** Renders the checkout for a page. The list is displayed and usable before a script has run. */
export async function renderSnippet(context: Context, options: SnippetOptions): Promise<Snippet> {
  const { nonce } = options;
  const session = await sessionInTime(context, options);
  const chosen = session === undefined ? null : await chosenChannel(context, options, session);
  const list = session && (await drawList(listOptions(context, { options, session, chosen })));
  const isReserved = list === undefined || !list.isFirst;
  const head = [
    ...logoOrigins(session, context.settings.addresses.origin).map((href) =>
      startTag('link', { rel: 'preconnect', href }),
    ),
    ...(isReserved ? [`${startTag('style', { nonce })}${reserved}</style>`] : []),
    ...scripts(context, options, list?.isFirst ? session : undefined),
  ];
  // The browser renders this while it parses the page. The element takes it over when its script has run.
  const root =
    list &&
    `${startTag('template', { shadowrootmode: 'open' })}${styled(list, context.assets, nonce)}${list.markup}</template>`;
  return { head: head.join('\n'), body: element(context, options, [root, session && inlined(session)]) };
}

/**
 * The session, or undefined after the timeout or a failure, which is reported as an event. The element then
 * loads the session.
 */
async function sessionInTime(
  context: Context,
  options: SnippetOptions,
): Promise<StorefrontSession | undefined> {
  const { order, req, timeoutMs = 1_000 } = options;
  const loading = context
    .whenOpen()
    .then(() => resolveOrder(context, order, req))
    .then((resolved) => sessionOf(context, resolved, req))
    .catch((error: unknown) => {
      const message = error instanceof Error ? error.message : 'unknown error';
      context.engine.emit({ level: 'warn', event: 'snippet-without-list', message, ids: { order }, error });
      return undefined;
    });
  return Promise.race([loading, wait(timeoutMs, undefined, { ref: false })]);
}

/**
 * The banks of the channel of the options. Null without a channel, for one that is not offered, and when the
 * banks cannot be loaded.
 */
async function chosenChannel(
  context: Context,
  { order, channel }: SnippetOptions,
  session: StorefrontSession,
): Promise<ListOptions['chosen']> {
  const offered = session.channels.find(
    ({ id, kind, limit }) => id === channel && kind === 'provider' && !limit,
  );
  if (offered === undefined) return null;
  try {
    return { channelId: offered.id, banks: await context.offers.banksOf(offered.id) };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown error';
    context.engine.emit({ level: 'warn', event: 'snippet-without-list', message, ids: { order }, error });
    return null;
  }
}

interface ListSource {
  readonly options: SnippetOptions;
  readonly session: StorefrontSession;
  readonly chosen: ListOptions['chosen'];
}

function listOptions({ settings }: Context, { options, session, chosen }: ListSource): ListOptions {
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
  };
}

/** `drawn` is the session whose list is in the page: then the bank picker is preloaded. */
function scripts(
  { assets, settings }: Context,
  { nonce, lang = 'en' }: SnippetOptions,
  drawn: StorefrontSession | undefined,
): readonly string[] {
  const place = { addresses: settings.addresses, nonce };
  const module = moduleScriptTag(assets, place);
  if (module === undefined) return [classicScriptTag(assets, place)];
  const later = drawn?.channels.some(({ kind }) => kind === 'provider') ? ['banks'] : [];
  return [
    ...preloadTag(assets, languageModule(assets, lang), place),
    module,
    ...later.flatMap((name) => preloadTag(assets, name, place, 'low')),
    classicScriptTag(assets, place, true),
  ];
}

/**
 * Hides the list until its end marker was parsed, because a partially loaded row would shift. Displays it
 * after three seconds even when the marker does not arrive.
 */
const hiddenUntilComplete =
  '.pgw:not(:has(~ .whole)){visibility:hidden;animation:cut 0s 3s forwards!important}' +
  '@keyframes cut{to{visibility:visible}}';

/**
 * The inline styles of the list, which save the request for a style sheet. Without scripts the search has no
 * effect.
 */
function styled({ markup }: List, { styles }: AssetFiles, nonce: string | undefined): string {
  const style = startTag('style', { nonce });
  const withoutSearch = markup.includes('class="search"')
    ? `<noscript>${style}.search{display:none}</style></noscript>`
    : '';
  return `${style}${styles}${hiddenUntilComplete}</style>${withoutSearch}`;
}

function inlined(session: StorefrontSession): string {
  const start = startTag('script', { type: 'application/json', 'data-pgw-session': true });
  return `${start}${jsonForScript(session)}</script>`;
}

function element(
  { settings }: Context,
  { order, lang = 'en', attributes, content = '' }: SnippetOptions,
  inside: readonly (string | undefined)[],
): string {
  const start = startTag('pgw-checkout', {
    ...attributes,
    order,
    lang,
    endpoint: settings.addresses.path(''),
  });
  return `${start}${inside.join('')}${content}</pgw-checkout>`;
}

/**
 * The origins of the list's images, without the page's own origin. At most two, because each preconnect costs
 * a connection.
 */
function logoOrigins(session: StorefrontSession | undefined, own: string): readonly string[] {
  const origins = (session?.channels ?? []).flatMap(({ imageUrl }) =>
    imageUrl !== null && URL.canParse(imageUrl) ? [new URL(imageUrl).origin] : [],
  );
  return [...new Set(origins)].filter((origin) => origin !== own).slice(0, 2);
}

/** The module of a language, by its primary subtag: `zh` is `zh-Hans`. English is part of the script. */
function languageModule({ manifest }: AssetFiles, lang: string): string {
  const [language = ''] = lang.toLowerCase().split('-');
  return Object.keys(manifest.files).find((name) => name.split('-')[0] === language) ?? language;
}

import { setTimeout as wait } from 'node:timers/promises';
import type { StorefrontSession } from '@pgw/protocol';
import type { Request } from 'express';
import type { AssetFiles } from '../assets/asset-files.ts';
import { resolveOrder, type Context } from '../routes/context.ts';
import { sessionOf } from '../routes/session.ts';
import { jsonForScript, tag } from '../pages/html.ts';
import { drawList, type List, type ListOptions } from './list-renderer.ts';
import { classicTag, moduleTag, preloadTag } from '../pages/script-tags.ts';

/** What a page says of the checkout that it wants. */
export interface SnippetOptions {
  /** The shop's id of the order. */
  readonly order: string;
  /** The visitor's request: `resolveOrder` is asked with it. */
  readonly req: Request;
  /** Of this answer, as in its `Content-Security-Policy`; left out where the page has no such policy. */
  readonly nonce?: string | undefined;
  /** The language of the page, BCP 47. Default `en`. */
  readonly lang?: string | undefined;
  /** Further attributes of the element, as `{ summary: 'none', 'heading-level': '3' }`. Values are escaped. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  /**
   * Markup inside the element: its slots, and what shows where a browser draws no list. It is put in as it is, so nothing
   * that a person typed may be in it unescaped.
   */
  readonly content?: string | undefined;
  /** How long the page may wait for the list, in milliseconds. Default 1,000; afterwards the element asks for it itself. */
  readonly patienceMs?: number | undefined;
}

/** Two pieces of a page, as markup. */
export interface Snippet {
  /** For the head: the script with its integrity, what it needs beside it, and the connection to the logos. */
  readonly head: string;
  /** Where the checkout stands: the element with its session and its list. */
  readonly body: string;
}

/** With a channel that was chosen on an earlier page, and its banks. */
interface ChosenSnippetOptions extends SnippetOptions {
  readonly chosen?: ListOptions['chosen'];
}

/** Space for what is not drawn by the server, so that little moves when the element comes. */
const reserved = 'pgw-checkout:not(:defined){display:block;min-block-size:30rem}';

/** Writes the checkout into a page: the list is there, and can be paid from, before any script has run. */
export async function snippet(context: Context, options: ChosenSnippetOptions): Promise<Snippet> {
  const { nonce } = options;
  const session = await soon(context, options);
  const list = session && (await drawList(listOptions(context, options, session)));
  const isReserved = list === undefined || !list.isFirst;
  const head = [
    ...logoOrigins(session, context.settings.addresses.origin).map((href) =>
      tag('link', { rel: 'preconnect', href }),
    ),
    ...(isReserved ? [`${tag('style', { nonce })}${reserved}</style>`] : []),
    ...scripts(context, options, list?.isFirst ? session : undefined),
  ];
  // Drawn by the browser as it reads the page; the element takes it over when its script has run.
  const root =
    list && `${tag('template', { shadowrootmode: 'open' })}${styled(list, context.assets, nonce)}</template>`;
  return { head: head.join('\n'), body: element(context, options, [root, session && inlined(session)]) };
}

/** The session, if it comes while the page can wait. What keeps it is the operator's to know; the element asks again. */
async function soon(context: Context, options: SnippetOptions): Promise<StorefrontSession | undefined> {
  const { order, req, patienceMs = 1_000 } = options;
  const asked = context
    .opened()
    .then(() => resolveOrder(context, order, req))
    .then((resolved) => sessionOf(context, resolved, req))
    .catch((error: unknown) => {
      const message = error instanceof Error ? error.message : 'unknown error';
      context.engine.emit({ level: 'warn', event: 'snippet-without-list', message, ids: { order }, error });
      return undefined;
    });
  return Promise.race([asked, wait(patienceMs, undefined, { ref: false })]);
}

function listOptions(
  { settings }: Context,
  options: ChosenSnippetOptions,
  session: StorefrontSession,
): ListOptions {
  const { lang = 'en', attributes = {}, content = '', chosen = null } = options;
  const { channels } = attributes;
  return {
    // Whoever has chosen on an earlier page is not asked about another payment first.
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

/** `drawn` is the session whose list is in the page already: then the bank picker is loaded beside the script. */
function scripts(
  { assets, settings }: Context,
  { nonce, lang = 'en' }: SnippetOptions,
  drawn: StorefrontSession | undefined,
): readonly string[] {
  const place = { addresses: settings.addresses, nonce };
  const module = moduleTag(assets, place);
  if (module === undefined) return [classicTag(assets, place)];
  const later = drawn?.channels.some(({ kind }) => kind === 'provider') ? ['banks'] : [];
  return [
    ...preloadTag(assets, languageModule(assets, lang), place),
    module,
    ...later.flatMap((name) => preloadTag(assets, name, place, 'low')),
    classicTag(assets, place, true),
  ];
}

/**
 * Unseen until the mark at its end is here, since a row that is drawn while its second half is on the way would move then; where
 * the rest does not come, seen all the same.
 */
const unseen =
  '.pgw:not(:has(~ .whole)){visibility:hidden;animation:cut 0s 3s forwards!important}' +
  '@keyframes cut{to{visibility:visible}}';

/** With the styles of its first screen in it: a file of styles would be one more round trip. */
function styled({ markup }: List, { styles }: AssetFiles, nonce: string | undefined): string {
  return `${tag('style', { nonce })}${styles}${unseen}</style>${markup}`;
}

function inlined(session: StorefrontSession): string {
  const start = tag('script', { type: 'application/json', 'data-pgw-session': true });
  return `${start}${jsonForScript(session)}</script>`;
}

function element(
  { settings }: Context,
  { order, lang = 'en', attributes, content = '' }: SnippetOptions,
  inside: readonly (string | undefined)[],
): string {
  const start = tag('pgw-checkout', { ...attributes, order, lang, endpoint: settings.addresses.path('') });
  return `${start}${inside.join('')}${content}</pgw-checkout>`;
}

/** Where the pictures of the list come from, the page's own origin aside. A connection costs something, so two at most. */
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

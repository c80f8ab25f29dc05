import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { contentSecurityPolicy } from '../packages/server/src/http/pages/page.ts';
import * as fixtures from '../packages/checkout/test/fixtures.ts';
import { openPage, type PageOptions } from './browser.ts';
import { watchViolations } from './violations.ts';

// Opens the built element on a page whose server sends fixed responses.

const builtFolder = fileURLToPath(new URL('../packages/checkout/dist/cdn/', import.meta.url));

const nonce = 'ZXZlcnkgcGFnZSBpcyBzdHJpY3Q=';

/** The policy of the shop's pages. */
const policy = contentSecurityPolicy({
  nonce,
  logoOrigins: [],
  redirectOrigins: ['https://bank.example'],
  // The fixed responses contain images as data URLs.
  additionalSources: { 'img-src': ['data:'] },
});

/** Responses by path below /pgw/: a body, or a problem with its status. */
export type StubResponses = Readonly<Record<string, { readonly status?: number; readonly body: unknown }>>;

export const responses = {
  session: { body: fixtures.session },
  'channels/1/banks': { body: { banks: fixtures.banks } },
  payments: { body: fixtures.start },
  'payments/pay_2005671137F81FD8': { body: fixtures.payment },
} as const satisfies StubResponses;

export interface WidgetOptions {
  readonly responses?: StubResponses;
  /** The content of `<body>`. Default: one `<pgw-checkout>`. */
  readonly markup?: string;
  readonly lang?: string;
  readonly pageOptions?: PageOptions;
  /** Returns the file of a language, or null if its request fails. Default: sends the built file. */
  readonly loadLanguage?: (file: string) => Promise<string | null>;
  /** Runs before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Opens a page with the element, and resolves when its script has run. */
export async function openWidget(options: WidgetOptions = {}): Promise<Page> {
  const page = await openPage(options.pageOptions);
  await watchViolations(page);
  const allResponses: StubResponses = { ...responses, ...options.responses };
  const markup = options.markup ?? `<pgw-checkout order="${fixtures.order.id}"></pgw-checkout>`;
  await page.route('http://shop.example/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/') {
      const body = `<!doctype html><html lang="${options.lang ?? 'en'}"><title>Shop</title>${renderTags(nonce)}<body>${markup}</body></html>`;
      const headers = { 'content-type': 'text/html', 'content-security-policy': policy };
      return route.fulfill({ headers, body });
    }
    if (/\.m?js$/.test(path)) {
      const file = path.replace('/pgw/', '');
      const isLanguage = /\/module-(ms|ta|zh-Hans)-/.test(file);
      const text =
        isLanguage && options.loadLanguage ? await options.loadLanguage(file) : readBuiltFile(file);
      return text === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: text });
    }
    const response = allResponses[path.replace('/pgw/', '')];
    if (response === undefined) return route.fulfill({ status: 404, json: {} });
    return route.fulfill({ status: response.status ?? 200, json: response.body });
  });
  await page.route('https://bank.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Bank</title>' }),
  );
  await options.prepare?.(page);
  await page.goto('http://shop.example/');
  return page;
}

/** Renders the recommended script tags. */
export function renderTags(nonceOfPage = ''): string {
  return `<script type="module" src="/pgw/checkout.mjs" nonce="${nonceOfPage}"></script>
    <script async src="/pgw/checkout.js" nonce="${nonceOfPage}"></script>`;
}

/** Reads a file of the built element. */
export function readBuiltFile(file: string): string {
  return readFileSync(`${builtFolder}${file}`, 'utf8');
}

/** A node of the accessibility tree. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  readonly description?: string;
  /** The states that are set: checked, disabled, invalid, focused, busy, and the level of a heading. */
  readonly states?: string;
  /** The names of the regions and groups that contain the node, the outermost first. */
  readonly within: readonly string[];
}

interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value?: string | number | boolean };
  readonly name?: { readonly value?: string | number | boolean };
  readonly description?: { readonly value?: string | number | boolean };
  readonly properties?: readonly {
    readonly name: string;
    readonly value: { readonly value?: string | number | boolean };
  }[];
  readonly childIds?: readonly string[];
}

const containerRoles = ['region', 'group', 'radiogroup', 'form'];
const reportedStates = ['checked', 'disabled', 'invalid', 'focused', 'busy', 'level'];

/**
 * Reads the nodes with these roles from the accessibility tree that Chromium exposes to screen readers, in
 * order.
 */
export async function readAccessibleNodes(page: Page, roles: readonly string[]): Promise<AccessibleNode[]> {
  const session: CDPSession = await page.context().newCDPSession(page);
  // The DevTools protocol has no types here. The code reads only the fields of AxNode.
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const walk = (node: AxNode, within: readonly string[]): AccessibleNode[] => {
    const role = String(node.role?.value ?? '');
    const name = toText(node.name?.value);
    const isContainer = !node.ignored && containerRoles.includes(role) && name !== '';
    const inner = isContainer ? [...within, name] : within;
    const children = (node.childIds ?? []).flatMap((id) => {
      const child = byId.get(id);
      return child === undefined ? [] : walk(child, inner);
    });
    return node.ignored || !roles.includes(role)
      ? children
      : [toAccessibleNode(node, role, name, within), ...children];
  };
  const [root] = nodes;
  return root === undefined ? [] : walk(root, []);
}

function toAccessibleNode(
  node: AxNode,
  role: string,
  name: string,
  within: readonly string[],
): AccessibleNode {
  const description = toText(node.description?.value);
  const states = (node.properties ?? [])
    .filter(
      ({ name: property, value }) => reportedStates.includes(property) && String(value.value) !== 'false',
    )
    .map(({ name: property, value }) => (property === 'level' ? `level ${String(value.value)}` : property))
    .sort()
    .join(' ');
  return { role, name, ...(description && { description }), ...(states && { states }), within };
}

function toText(value: string | number | boolean | undefined): string {
  return String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

// The sidebar: the pages by the people who read them. A page that is in no group is in the last one.
import { readTitle, sources, toAddress } from './pages.ts';

/** The groups in their order, with the pages of each. Only existing pages are shown. */
const groups: readonly (readonly [title: string, addresses: string])[] = [
  ['Start', '/start /gallery /screens /glossary'],
  [
    'Shop developer',
    '/widget /packages/express /your-database /existing-express-app /frameworks/* /servers /server-drawn-pages /translations /instalments /channels /packages/sandbox /errors /troubleshooting /bundling /tools /payment-flow /examples/*',
  ],
  ['Platform', '/many-merchants /scaling'],
  ['Support clerk', '/support /office'],
  ['Accountant', '/accounting'],
  ['SRE', '/going-live /deployment /monitoring /tracing /reliability /restoring /secrets /performance'],
  ['Security assessor', '/security /cards /personal-data /accessibility'],
  ['PHP developer', '/php /gateway-profile /porting /interface'],
  ['App developer', '/wallets'],
  ['Reference', '/reference/* /packages/*'],
  ['Contributor', '/architecture /decisions/*'],
];

export interface SidebarGroup {
  readonly text: string;
  readonly collapsed: boolean;
  readonly items: { readonly text: string; readonly link: string }[];
}

export function createSidebar(): SidebarGroup[] {
  const titles = new Map(
    sources
      .map((source) => [toAddress(source) ?? '', readTitle(source)] as const)
      .filter(([link]) => link !== '/'),
  );
  const left = new Set(titles.keys());
  const take = (pattern: string): string[] => {
    const found = pattern.endsWith('*')
      ? [...left].filter((link) => link.startsWith(pattern.slice(0, -1)))
      : [...left].filter((link) => link === pattern);
    for (const link of found) left.delete(link);
    return found;
  };
  const placed = groups.map(([text, addresses]) => ({ text, links: addresses.split(' ').flatMap(take) }));
  placed.at(-1)?.links.push(...left);
  return placed
    .filter(({ links }) => links.length > 0)
    .map(({ text, links }, index) => ({
      text,
      collapsed: index > 1,
      items: links.map((link) => ({ text: titles.get(link) ?? link, link })),
    }));
}

/** The sidebars of the pages below each path: the decision records have their own. */
export function createSidebars(): Record<string, SidebarGroup[]> {
  const isDecision = ({ link }: { readonly link: string }): boolean => link.startsWith('/decisions/');
  const all = createSidebar();
  const decisions = all.flatMap(({ items }) => items.filter(isDecision));
  const first = decisions.slice(0, 1).map(({ link }) => ({ text: 'Decisions', link }));
  const others = all.map((group) => ({
    ...group,
    items: [
      ...group.items.filter((item) => !isDecision(item)),
      ...(group.items.some(isDecision) ? first : []),
    ],
  }));
  const back = { text: 'Architecture', link: '/architecture' };
  return {
    '/decisions/': [{ text: 'Decisions', collapsed: false, items: [back, ...decisions] }],
    '/': others,
  };
}

/** The people whom the first page leads to their pages: who, what they can do, the page, and the text of its link. */
const readers: readonly (readonly [who: string, what: string, addresses: string, action: string])[] = [
  [
    'Shop developer',
    'Put the element on a page, and fulfill each paid order once.',
    '/start',
    'Pay an order in ten minutes',
  ],
  [
    'Platform',
    'Many merchants with their own keys in one process.',
    '/many-merchants',
    'Serve many merchants',
  ],
  [
    'Support clerk',
    'Find a payment, refund it, and answer the shopper.',
    '/support /office',
    'Answer a shopper',
  ],
  [
    'Accountant',
    'Compare payments with a settlement file, and export the books.',
    '/accounting',
    'Close the month',
  ],
  ['SRE', 'Deploy, monitor, back up and restore.', '/going-live', 'Go live'],
  [
    'Security assessor',
    'Threats, the scope of PCI DSS, and stored data.',
    '/security',
    'Assess the security',
  ],
  ['PHP developer', 'Sign requests in PHP, and test them with the sandbox.', '/php', 'Sign requests'],
  ['App developer', 'Web views, wallets, and links back to your app.', '/wallets', 'Pay in an app'],
];

/** The servers that have a page of their own, for the first page. */
export function listServers(): { readonly text: string; readonly link: string }[] {
  const pages = sources.filter((source) => source.startsWith('docs/frameworks/'));
  return [
    { text: 'Express', link: '/start' },
    ...pages.map((source) => ({ text: readTitle(source), link: toAddress(source) ?? '' })),
    { text: 'PHP', link: '/php' },
  ];
}

export interface Reader {
  readonly who: string;
  readonly what: string;
  readonly link: string;
  readonly action: string;
}

/** Each reader with the first page of the list that exists. */
export function listReaders(): Reader[] {
  const existing = new Set(sources.map((source) => toAddress(source)));
  return readers.flatMap(([who, what, addresses, action]) => {
    const link = addresses.split(' ').find((address) => existing.has(address));
    return link === undefined ? [] : [{ who, what, link, action }];
  });
}

// The pages about names of the code: options, the API of each package, and events.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Declaration, findDeclaration, listExports, type Member } from './declarations.ts';
import { block, code, escapeText, paragraphs, toTable } from './markdown.ts';

const root = new URL('../..', import.meta.url).pathname;
const find = (path: string, name: string): Declaration => {
  const found = findDeclaration(join(root, 'packages', path), name);
  if (found === undefined) throw new Error(`${path} has no declaration ${name}.`);
  return found;
};

/** The objects with options: the function that takes them, the file of the package's exports, and the names of the types. */
const options: readonly (readonly [title: string, entry: string, types: string, note?: string])[] = [
  [
    '`createCheckout`',
    'server/src/index.ts',
    'CheckoutOptions CardOptions CardLimits Limits RequestLimits RetentionDays PayoutOptions Accounts ChannelDetails InstalmentChannel Order OrderDetails OrderCustomer OrderExtraInfo OrderSubMerchant OrderPlatformCharge',
  ],
  ['`embeddedStore`', 'server/src/stores/embedded.ts', 'EmbeddedStoreOptions'],
  ['`postgresStore`', 'server/src/stores/postgres.ts', 'PostgresStoreOptions'],
  [
    '`checkout.snippet` and the policy of a page',
    'server/src/index.ts',
    'SnippetOptions PolicyOptions',
    '`checkout.contentSecurityPolicy` takes only `nonce` and `additionalSources` of `PolicyOptions`. It has the other ones from the options of the checkout. The function `contentSecurityPolicy` of the package takes all of them.',
  ],
  ['`createGatewayClient`', 'client/src/index.ts', 'GatewayClientOptions'],
  ['`createSandbox` and `startSandbox`', 'sandbox/src/index.ts', 'SandboxOptions ScenarioOptions'],
];

export function writeOptions(): string {
  return paragraphs(
    '# Options',
    'Every option of the functions that a shop calls, from the types of the packages. Amounts are integers of minor units.',
    ...options.flatMap(([title, entry, types, note]) =>
      types.split(' ').flatMap((type, index) => {
        const { doc, members } = find(entry, type);
        return [
          index === 0 ? `## ${title}` : `## ${code(type)}`,
          index === 0 && note,
          escapeText(doc),
          ...members.map((member) => describeOption(member)),
        ];
      }),
    ),
  );
}

function describeOption({ name, type, doc, isOptional }: Member): string {
  const plain = type.replace(/\s*\|\s*undefined$/, '').replaceAll(/^\n?\s*\| /g, '');
  const isShort = plain.length < 70 && !plain.includes('\n');
  return paragraphs(
    `### ${code(name)}`,
    isShort && `${code(plain)}${isOptional ? '' : ', required'}`,
    escapeText(doc),
    !isShort && block('ts', plain),
  );
}

const packages: Readonly<Record<string, readonly string[]>> = {
  server: ['index', 'operator', 'stores/embedded', 'stores/memory', 'stores/postgres'],
  client: ['index', 'testing'],
  sandbox: ['index', 'testing', 'playwright', 'test-cards'],
  checkout: ['index'],
  protocol: ['index', 'html', 'openapi'],
};

/** Returns the page of each package's exports. */
export function writeApi(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(packages).map(([name, entries]) => [
      `api-${name}`,
      paragraphs(
        `# API of @pgw/${name}`,
        name === 'server' &&
          '`@pgw/express` exports the same names, with its `createCheckout` for Express. The adapters for other servers are entries such as `@pgw/server/fastify`.',
        ...entries.flatMap((entry) => {
          const { exports } = JSON.parse(
            readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
          ) as {
            readonly exports: Readonly<Record<string, { readonly 'pgw-source'?: string } | string>>;
          };
          const key = entry === 'index' ? '.' : `./${entry}`;
          const target = exports[key];
          const source = typeof target === 'object' ? target['pgw-source'] : undefined;
          if (source === undefined) throw new Error(`@pgw/${name} has no entry ${key}.`);
          return [
            `## ${code(entry === 'index' ? `@pgw/${name}` : `@pgw/${name}/${entry}`)}`,
            ...listExports(join(root, 'packages', name, source)).map((declaration) =>
              paragraphs(
                `### ${code(declaration.name)}`,
                escapeText(declaration.doc),
                block('ts', declaration.code),
              ),
            ),
          ];
        }),
      ),
    ]),
  );
}

const levels: Readonly<Record<string, string>> = { Info: 'info', Warning: 'warn', Failure: 'error' };

export function writeEvents(): string {
  const { members } = find('server/src/events/event-facts.ts', 'CheckoutEventFacts');
  const groups = ['PaymentFacts', 'TransitionFacts', 'OperationFacts', 'HookFacts', 'TransactionFacts'];
  return paragraphs(
    '# Events of a checkout',
    '`onEvent` of `createCheckout` receives an object for each event: `event` is its name, and `level`, `message` and the facts follow from it. `error`: an operator must act. `warn`: an operator should check it. `info`: no action is needed. [Errors](../../docs/errors.md#read-an-event) has an example, and what to do.',
    toTable(
      ['event', 'level', 'when', 'facts'],
      members.map(({ name, type, doc }) => [
        code(name),
        levels[/^\w+/.exec(type)?.[0] ?? ''] ?? 'warn, error',
        escapeText(doc.split(/\s+What\s+to\s+do:/)[0] ?? ''),
        listFacts(type),
      ]),
    ),
    ...groups.flatMap((group) => {
      const { doc, members: facts } = find('server/src/events/facts.ts', group);
      return [
        `## ${code(group)}`,
        escapeText(doc),
        toTable(
          ['fact', 'type', 'meaning'],
          facts.map((fact) => [code(fact.name), code(fact.type), escapeText(fact.doc)]),
        ),
      ];
    }),
  );
}

/** The facts in the type of an event: a link for each group, and the names of the others. */
function listFacts(type: string): string {
  const groups = [...type.matchAll(/\b(\w+Facts)\b/g)].map(
    ([, name = '']) => `[${name}](#${name.toLowerCase()})`,
  );
  const names = [...type.matchAll(/readonly (\w+)\??:/g)].map(([, name = '']) => code(name));
  return [...groups, ...names].join(', ') || '–';
}

// The pages about interfaces: the elements, the commands, and the routes over HTTP.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { commands } from '../../packages/cli/src/commands/index.ts';
import { run } from '../../packages/cli/src/program.ts';
import { block, code, escapeText, paragraphs, toTable } from './markdown.ts';

const root = new URL('../..', import.meta.url).pathname;
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

interface Row {
  readonly name: string;
  readonly description?: string;
  readonly kind?: string;
  readonly static?: boolean;
  readonly attribute?: string;
  readonly type?: { readonly text: string };
  readonly parameters?: readonly { readonly name: string }[];
  readonly return?: { readonly type: { readonly text: string } };
}
interface Element {
  readonly tagName?: string;
  readonly description: string;
  readonly members?: readonly Row[];
  readonly attributes?: readonly Row[];
  readonly events?: readonly Row[];
  readonly slots?: readonly Row[];
  readonly cssParts?: readonly Row[];
  readonly cssProperties?: readonly Row[];
}

export function writeElements(): string {
  const manifest = readJson('packages/checkout/custom-elements.json') as {
    readonly modules: readonly { readonly declarations: readonly Element[] }[];
  };
  const elements = manifest.modules
    .flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => tagName !== undefined);
  const listNames = (rows: readonly Row[] = []): string => rows.map(({ name }) => code(name)).join(' ');
  return paragraphs(
    '# Elements',
    'The attributes, properties, events, methods, slots, parts and custom properties of both elements, from the custom elements manifest of `@pgw/checkout`. [The element](../../docs/widget.md) shows how to use them, and the [gallery](../pages/gallery.md) shows every state.',
    ...elements.map(describeElement),
    '## Parts',
    'For `pgw-checkout::part(…)` and `pgw-payment-status::part(…)`.',
    listNames(elements[0]?.cssParts),
    '## Custom properties',
    'Set them on the element or on an ancestor.',
    listNames(elements[0]?.cssProperties),
  );
}

function describeElement(element: Element): string {
  const { tagName = '', description, members = [], attributes = [], events = [], slots = [] } = element;
  const section = (
    title: string,
    heads: readonly string[],
    rows: readonly string[][],
    note?: string,
  ): string =>
    rows.length === 0 ? '' : paragraphs(`### ${title} of ${tagName}`, note, toTable(heads, rows));
  const describeRow = (row: Row): string[] => [
    code(row.name || '(default)'),
    escapeText(row.description ?? ''),
  ];
  const describeTyped = (row: Row): string[] => [
    code(row.name),
    code(row.type?.text ?? 'string'),
    escapeText(row.description ?? ''),
  ];
  const fields = members.filter(
    ({ kind, attribute, static: isStatic }) =>
      kind === 'field' && attribute === undefined && isStatic !== true,
  );
  const methods = members.filter(({ kind }) => kind === 'method');
  return paragraphs(
    `## \`<${tagName}>\``,
    escapeText(description),
    section('Attributes', ['attribute', 'type', 'meaning'], attributes.map(describeTyped)),
    section('Properties', ['property', 'type', 'meaning'], fields.map(describeTyped)),
    section(
      'Events',
      ['event', 'when'],
      events.map(describeRow),
      'Every event bubbles and is composed. `detail` has the facts.',
    ),
    section(
      'Methods',
      ['method', 'meaning'],
      methods.map((row) => {
        const names = (row.parameters ?? []).map(({ name }) => name).join(', ');
        return [
          code(`${row.name}(${names}): ${row.return?.type.text ?? 'void'}`),
          escapeText(row.description ?? ''),
        ];
      }),
    ),
    section('Slots', ['slot', 'content'], slots.map(describeRow)),
  );
}

/** Runs `pgw` in this process and returns what it prints. */
async function readHelp(...argv: readonly string[]): Promise<string> {
  let printed = '';
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      printed += String(chunk);
      done();
    },
  });
  const { stdin } = process;
  await run([...argv, '--help'], {
    env: {},
    cwd: root,
    stdin,
    stdout: output,
    stderr: output,
    signal: new AbortController().signal,
  });
  return printed.trim();
}

export async function writeCli(): Promise<string> {
  const names = Object.keys(commands).filter((name) => name !== 'reconcile');
  const helps = [];
  for (const name of names) helps.push(`## ${code(`pgw ${name}`)}\n\n${block('text', await readHelp(name))}`);
  const programs = [
    ['pgw-sandbox', 'packages/sandbox/src/cli.ts'],
    ['pgw-express', 'packages/express/src/cli.ts'],
  ] as const;
  return paragraphs(
    '# Commands',
    'What each command prints with `--help`. `npx @pgw/cli` runs `pgw` without an installation.',
    `## ${code('pgw')}\n\n${block('text', await readHelp())}`,
    ...helps,
    ...programs.map(([name, file, ...args]) => {
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [
          '--conditions=pgw-source',
          '--disable-warning=ExperimentalWarning',
          join(root, file),
          ...args,
          '--help',
        ],
        { encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(`${name} --help failed: ${stderr}`);
      return `## ${code(name)}\n\n${block('text', stdout)}`;
    }),
  );
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}
interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
      }
    >
  >;
}
interface Document {
  readonly info: { readonly title: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The names of the objects of both documents, by their schemas: an object that is repeated in another one is a link. */
const names = new Map<string, string>();

export function writeHttp(): string {
  const documents = (['gateway', 'storefront'] as const).map(
    (name) => [name, readJson(`openapi/${name}.json`) as Document] as const,
  );
  for (const [, { components }] of documents)
    for (const [name, schema] of Object.entries(components.schemas)) names.set(JSON.stringify(schema), name);
  return paragraphs(
    '# HTTP',
    'The requests of both interfaces, from the OpenAPI documents: those of the gateway, which a shop in any language can send, and those of the shop, which the element sends.',
    ...documents.flatMap(([name, { info, paths, components }]) => [
      `## ${name === 'gateway' ? 'Call the gateway over HTTP, without the client' : "The shop's routes"}`,
      info.description !== undefined && escapeText(info.description),
      `[openapi/${name}.json](../../openapi/${name}.json) has the same for tools.`,
      ...Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) =>
          describeOperation(`${method.toUpperCase()} ${path}`, operation),
        ),
      ),
      `## Objects of ${name === 'gateway' ? 'the gateway' : "the shop's routes"}`,
      ...Object.entries(components.schemas).map(([schema, content]) =>
        paragraphs(`### ${code(schema)}`, escapeText(content.description ?? ''), describeFields(content)),
      ),
    ]),
  );
}

function describeOperation(
  title: string,
  { summary = '', description = '', parameters = [], requestBody, responses }: Operation,
): string {
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) =>
    schema === undefined ? '' : printType(schema),
  );
  return paragraphs(
    `### ${code(title)}`,
    escapeText(`${summary}.`),
    escapeText(description),
    bodies.length > 0 && `Body: ${bodies.join(' or ')}`,
    parameters.length > 0 &&
      toTable(
        ['parameter', 'in', 'meaning'],
        parameters.map((row) => [code(row.name), row.in, escapeText(row.description ?? '')]),
      ),
    toTable(
      ['response', 'meaning', 'body'],
      Object.entries(responses).map(([status, response]) => [
        status,
        escapeText(response.description),
        Object.values(response.content ?? {})
          .map(({ schema }) => (schema === undefined ? '' : printType(schema)))
          .join(' or '),
      ]),
    ),
  );
}

function describeFields(schema: Schema): string {
  const rows = listFields(schema, '');
  return rows.length === 0 ? '' : toTable(['field', 'type', 'meaning'], rows);
}

/** The fields of an object, and of the objects in it that have no name. */
function listFields({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}${schema.items === undefined ? '' : '[]'}`;
    const inner = schema.items ?? schema;
    const isNested = inner.properties !== undefined && !names.has(JSON.stringify(inner));
    const type = isNested ? (schema.items === undefined ? 'object' : 'list of objects') : printType(schema);
    const row = [
      code(path),
      `${type}${required.includes(name) ? ', required' : ''}`,
      escapeText(schema.description ?? ''),
    ];
    return [row, ...(isNested ? listFields(inner, `${path}.`) : [])];
  });
}

/** Prints a type in a few words, with a link to a named object. */
function printType(schema: Schema): string {
  const { $ref, anyOf, allOf, enum: values, items, type, properties } = schema;
  const name = $ref?.replace(/.*\//, '') ?? names.get(JSON.stringify(schema));
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  if (values !== undefined && values.length < 12)
    return values.map((value) => code(JSON.stringify(value))).join(' or ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (anyOf !== undefined) return [...new Set(anyOf.map(printType))].join(' or ');
  if (allOf !== undefined) return allOf.map(printType).join(' with ');
  if (items !== undefined) return `list of ${printType(items)}`;
  if (properties !== undefined)
    return `{ ${Object.entries(properties)
      .map(([field, inner]) => `${code(field)}: ${printType(inner)}`)
      .join(', ')} }`;
  return [type ?? 'any'].flat().join(' or ');
}

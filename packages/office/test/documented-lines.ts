import { readFileSync } from 'node:fs';

// What docs/office.md tells a developer to paste, and the servers of the documents that it is pasted into.

const readDocument = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const page = readDocument('docs/office.md');

/** The code block of a document that contains a text. */
function readBlock(document: string, text: string): string {
  const blocks = [...document.matchAll(/^```[jt]s\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  const block = blocks.find((code) => code.includes(text));
  if (block === undefined) throw new Error(`The document has no code with ${text}`);
  return block;
}

/** The module `clerks.ts`. */
export const clerksModule = readBlock(page, '// clerks.ts');
/** The file of the office in an app of Next.js. */
export const nextRoute = readBlock(page, 'getCheckout().mount(');

const placements = [
  ...page.matchAll(/^(?:(\S+), |And )(below|above) `([^\n]+)`:\n\n```ts\n([^]*?)^```$/gm),
].map(([, framework, side, anchor = '', lines = '']) => ({ framework, side, anchor, lines }));

/** Pastes the lines of a framework, such as `Fastify`, into the code of a server. */
export function pasteOffice(code: string, framework: string): string {
  const first = placements.findIndex((placement) => placement.framework === framework);
  if (first === -1) throw new Error(`docs/office.md has no lines for ${framework}.`);
  const next = placements.findIndex((placement, index) => index > first && placement.framework !== undefined);
  const own = placements.slice(first, next === -1 ? undefined : next);
  return own.reduce((server, { side, anchor, lines }) => {
    const rows = server.split('\n');
    // The rest of the line can be a comment.
    const index = rows.findIndex((row) => row.trim().startsWith(anchor));
    const [indent] = /^ */.exec(rows[index] ?? '') ?? [];
    if (indent === undefined || index === -1)
      throw new Error(`The server of ${framework} has no line ${anchor}`);
    const pasted = lines.replaceAll(/^(?=.)/gm, indent);
    return rows.toSpliced(side === 'below' ? index + 1 : index, 0, pasted).join('\n');
  }, code);
}

/** The servers of the documents with the office, by the name of their page. */
export const documentedServers = {
  'packages/express/README.md': { framework: 'Express', mark: 'const app = express();', file: 'shop.mjs' },
  'docs/start.md': { framework: 'Express', mark: '// server.ts', file: 'server.ts' },
  'docs/frameworks/fastify.md': { framework: 'Fastify', mark: '// server.ts', file: 'server.ts' },
  'docs/frameworks/hono.md': { framework: 'Hono', mark: '// server.ts', file: 'server.ts' },
  'docs/frameworks/node.md': { framework: '`node:http`', mark: '// server.ts', file: 'server.ts' },
} as const;
export type DocumentedServer = keyof typeof documentedServers;

/** The code of the server of a page, with the lines of the office. */
export function readServerWithOffice(document: DocumentedServer): string {
  const { framework, mark } = documentedServers[document];
  return pasteOffice(readBlock(readDocument(document), mark), framework);
}

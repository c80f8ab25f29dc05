import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { minify } from 'terser';
import type { Plugin, Rolldown } from 'vite';

/** The public name of the entry; every other export of it is there for the parts. */
const entryName = 'checkout.mjs';

/**
 * Makes files of the parts that can be loaded when they are needed, each named by its content. The entry lies at two
 * addresses, so a part can't import it: that would bring a second copy of Lit. What a part needs is handed to it instead:
 * `export default (core) => part`.
 */
export function parts(): Plugin {
  return {
    name: 'pgw-parts',
    enforce: 'post',
    transform: (_code, id) =>
      id.endsWith('/script-address.ts') ? 'export const scriptAddress = import.meta.url;' : null,
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (entry === undefined) throw new Error('There is no entry.');
      const names = new Map<string, PartFile>();
      for (const chunk of chunks) {
        delete bundle[chunk.fileName];
        if (chunk === entry) continue;
        const code = await smaller(asPart(chunk));
        const fileName = hashed(chunk.fileName, code);
        // What src/part.ts brings waits until it is needed: to run a part begins with compiling it.
        const waits = existsSync(chunk.facadeModuleId?.replace(/\.ts$/, '-part.ts') ?? '');
        names.set(chunk.fileName, { fileName, waits });
        this.emitFile({ type: 'asset', fileName, source: code });
      }
      const code = compileAhead + (await smaller(asEntry(entry.code, names)));
      this.emitFile({ type: 'asset', fileName: entryName, source: code });
      this.emitFile({ type: 'asset', fileName: hashed('checkout/core.mjs', code), source: code });
    },
  };
}

/**
 * Tells Chromium to compile every function of the entry off the main thread while it arrives, and not each when it is first
 * called: nearly all of them are, at once. A third less work for the page. Parts would take more memory than they win time.
 */
const compileAhead = '//# allFunctionsCalledOnLoad\n';

interface PartFile {
  readonly fileName: string;
  /** Whether it is run later than loaded. */
  readonly waits: boolean;
}

/** `name.mjs` with its content's hash: `name-1a2b3c4d.mjs`. */
export function hashed(fileName: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return fileName.replace(/(?=\.\w+$)/, `-${hash}`);
}

/** Once more by terser, which finds a hundredth more. */
async function smaller(module: string): Promise<string> {
  const { code } = await minify(module, {
    module: true,
    ecma: 2020,
    compress: { passes: 3, unsafe_arrows: true, pure_getters: true },
  });
  if (code === undefined) throw new Error('There is no code.');
  return code;
}

function asPart({ fileName, code, imports }: Rolldown.OutputChunk): string {
  const foreign = imports.filter((name) => name !== entryName);
  // Two parts would have to be loaded for one; what they share belongs into the entry.
  if (foreign.length > 0) throw new Error(`${fileName} imports ${foreign.join()}.`);
  const names = /^import\{([^}]*)\}from["'][^"']*["'];/.exec(code);
  const given = (names?.[1] ?? '').replace(/ as /g, ':');
  const body = code.slice(names?.[0].length ?? 0);
  return `export default({${given}})=>{${body.replace(exported, (_all, list: string) => `return{${asProperties(list)}}`)}};\n`;
}

const exported = /export\s*\{([^}]*)\};?\s*$/;

/** `a as b,c` of an export as `b:a,c:c` of an object. */
function asProperties(list: string): string {
  return list
    .split(',')
    .map((item) => {
      const [local = '', name = local] = item.trim().split(/ as /);
      return `${name}:${local}`;
    })
    .join();
}

/** The entry keeps its one public export; the others are what the parts are handed. */
function asEntry(code: string, names: ReadonlyMap<string, PartFile>): string {
  const list = (exported.exec(code)?.[1] ?? '').split(',');
  const isPublic = (item: string): boolean => item.endsWith('registerLocale');
  const linked = code
    .replace(exported, '')
    .replace(/import\([`"']\.\/([^`"']+)[`"']\)/g, (_all, file: string) => {
      const part = names.get(file);
      if (part === undefined) throw new Error(`There is no part ${file}.`);
      return `pgwPart("${part.fileName}"${part.waits ? ',1' : ''})`;
    });
  // In front, because elements that stand on the page already ask for parts while the entry runs.
  return `var pgwTries={};${linked}${loader(asProperties(list.filter((item) => !isPublic(item)).join()))}export{${list.filter(isPublic).join()}};\n`;
}

/**
 * Loads a part from beside the entry, or with `w` gives a function that runs it. Browsers may remember a failure by its address,
 * so another try has another one.
 */
function loader(core: string): string {
  // No name of its own may be one of the entry's, which are short: those in `core` would mean another thing here.
  return (
    `function pgwPart(pgwFile,pgwWaits){` +
    `return import(import.meta.url.replace(/(checkout\\/core-)?[^/]*$/,pgwFile)+(pgwTries[pgwFile]?"?"+pgwTries[pgwFile]:"")).then(` +
    `pgwModule=>{const pgwRun=()=>pgwModule.default({${core}});return pgwWaits?pgwRun:pgwRun()},` +
    `pgwError=>{pgwTries[pgwFile]=(pgwTries[pgwFile]||0)+1;throw pgwError})}`
  );
}

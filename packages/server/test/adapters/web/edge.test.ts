import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the source of the file that a bundler with this condition selects for `@pgw/server/web`. */
function findSource(condition: string): string {
  const manifest = JSON.parse(readFileSync(`${packageFolder}package.json`, 'utf8')) as {
    exports: Record<string, Record<string, string>>;
  };
  const target = manifest.exports['./web']?.[condition] ?? 'missing';
  return target.replace('./dist/', './src/').replace('.js', '.ts');
}

test.each(['edge-light', 'workerd'])(
  'in a bundle with the condition %s, createCheckout needs no module of Node and throws the error about the runtime',
  async (condition) => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { createCheckout } from '${findSource(condition)}'; globalThis.create = createCheckout;`,
        resolveDir: packageFolder,
      },
      bundle: true,
      platform: 'browser',
      format: 'iife',
      write: false,
    });
    // The context has no process, no Buffer and no require.
    const context: { create?: () => unknown } = {};
    runInNewContext(outputFiles[0]?.text ?? '', context);
    expect(() => context.create?.()).toThrow(/need the Node.js runtime/);
  },
);

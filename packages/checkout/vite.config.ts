import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// The copy for script tags: one classic script with everything in it.
export default defineConfig({
  build: {
    lib: {
      entry: fileURLToPath(new URL('src/define.ts', import.meta.url)),
      formats: ['iife'],
      name: 'pgwCheckout',
      fileName: () => 'pgw-checkout.js',
    },
    outDir: 'dist/cdn',
    target: ['chrome88', 'edge88', 'firefox90', 'safari15'],
    sourcemap: true,
    rolldownOptions: { output: { minify: true } },
  },
});

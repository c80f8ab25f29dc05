// Serves the gallery page from the sources. Run it: npx node test/serve-gallery.mjs
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const port = Number(process.env.GALLERY_PORT ?? 3020);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(
    `GALLERY_PORT is "${process.env.GALLERY_PORT}"; it must be a port number from 0 to 65535.\n`,
  );
  process.exit(1);
}
const server = await createServer({
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  appType: 'mpa',
  logLevel: 'warn',
  server: { port, strictPort: true, host: '127.0.0.1' },
});
await server.listen();
const address = server.httpServer?.address();
const actualPort = typeof address === 'object' ? address?.port : port;
process.stdout.write(
  `The gallery is at http://127.0.0.1:${actualPort}/test/gallery.html. Press Ctrl-C to stop it.\n`,
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void server.close());

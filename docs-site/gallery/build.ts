// The page that the gallery shows in a frame: the element from its sources, with the scenes of its tests as its server.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const folder = fileURLToPath(new URL('.', import.meta.url));
const name = 'gallery-frame.html';

/** Builds the frame into the folder of the site. */
export async function buildGallery(outputFolder: string, base: string): Promise<void> {
  await build({
    configFile: false,
    root: folder,
    base,
    logLevel: 'warn',
    build: {
      outDir: outputFolder,
      emptyOutDir: false,
      assetsDir: 'assets/gallery',
      rolldownOptions: { input: join(folder, name) },
    },
  });
}

/** Serves the frame while the site is developed. */
export function galleryServer(base: string): Plugin {
  return {
    name: 'pgw-gallery',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.replace(/\?.*/, '') !== `${base}${name}`) return next();
        const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><body><script type="module" src="/@fs${folder}frame.ts"></script></body></html>`;
        server
          .transformIndexHtml(request.url, page)
          .then((html) => response.setHeader('content-type', 'text/html').end(html), next);
      });
    },
  };
}

import { scenes, show } from './gallery.ts';

// For scripts that drive a page: shows one scene by name.
Object.assign(globalThis, { show, sceneNames: Object.keys(scenes) });

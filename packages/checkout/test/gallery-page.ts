import { scenes, show } from './gallery.ts';

// For scripts that drive a page: shows one scene by name. In a frame of the gallery: shows the scene of the address.
Object.assign(globalThis, { show, sceneNames: Object.keys(scenes) });

const wanted = new URLSearchParams(location.search);
const scene = wanted.get('scene');
if (scene !== null) {
  document.documentElement.lang = wanted.get('language') ?? 'en';
  void show(scene, wanted.get('theme') === 'dark' ? 'dark' : 'light');
}

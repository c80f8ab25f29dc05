import { scenes, show } from './gallery.ts';

// For scripts that drive a page: shows one scene by name. In a frame of the gallery: shows the scene of the
// address.
Object.assign(globalThis, { show, sceneNames: Object.keys(scenes) });

const wanted = new URLSearchParams(location.search);
const scene = wanted.get('scene');
if (scene !== null) {
  // The page around the frame stays where its reader is.
  const focus = Reflect.get(HTMLElement.prototype, 'focus') as (options?: FocusOptions) => void;
  HTMLElement.prototype.focus = function focusWithoutScroll() {
    Reflect.apply(focus, this, [{ preventScroll: true }]);
  };
  document.documentElement.lang = wanted.get('language') ?? 'en';
  void show(scene, wanted.get('theme') === 'dark' ? 'dark' : 'light');
}

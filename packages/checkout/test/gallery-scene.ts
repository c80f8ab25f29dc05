import { scenes, show } from './gallery.ts';

// The script of a page with one scene. gallery-pictures.ts calls `show` with the name of a scene.
Object.assign(globalThis, { show, sceneNames: Object.keys(scenes) });

// The URL of gallery-frame.html contains the name of its scene.
const query = new URLSearchParams(location.search);
const scene = query.get('scene');
if (scene !== null) {
  // The focus must not scroll the page around the frame.
  const focus = Reflect.get(HTMLElement.prototype, 'focus') as (options?: FocusOptions) => void;
  HTMLElement.prototype.focus = function focusWithoutScroll() {
    Reflect.apply(focus, this, [{ preventScroll: true }]);
  };
  document.documentElement.lang = query.get('language') ?? 'en';
  void show(scene, query.get('theme') === 'dark' ? 'dark' : 'light');
}

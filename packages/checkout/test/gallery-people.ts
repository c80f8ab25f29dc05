import { scenes } from './gallery.ts';

// The page of the gallery: every state of both elements, in a theme, a language and at a width.

const form = document.querySelector('form');
const list = document.querySelector('main');
const names = Object.keys(scenes);

function draw(): void {
  if (form === null || list === null) return;
  const wanted = [...form.elements].filter((control) => control instanceof HTMLSelectElement);
  const query = new URLSearchParams(wanted.map(({ name, value }) => [name, value]));
  const field = (name: string): string => query.get(name) ?? '';
  const width = Number(field('width'));
  history.replaceState(null, '', `?${query}`);
  const shown = names.filter((name) => field('state') === '' || field('state') === name);
  list.replaceChildren(
    ...shown.map((name) => card(name, { width, theme: field('theme'), language: field('language') })),
  );
}

function card(name: string, options: { width: number; theme: string; language: string }): HTMLElement {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = name;
  const frame = document.createElement('iframe');
  frame.title = name;
  frame.loading = 'lazy';
  frame.width = String(options.width);
  const { theme, language } = options;
  frame.src = `gallery-frame.html?${new URLSearchParams({ scene: name, theme, language })}`;
  frame.addEventListener('load', () => fit(frame));
  figure.append(caption, frame);
  return figure;
}

/** Makes a frame as high as its content, which grows while the scene plays. */
function fit(frame: HTMLIFrameElement): void {
  const body = frame.contentDocument?.body;
  if (body) new ResizeObserver(() => (frame.height = String(body.scrollHeight + 2))).observe(body);
}

const states = form?.elements.namedItem('state');
if (states instanceof HTMLSelectElement) for (const name of names) states.add(new Option(name, name));
for (const [name, value] of new URLSearchParams(location.search)) {
  const control = form?.elements.namedItem(name);
  if (control instanceof HTMLSelectElement) control.value = value;
}
form?.addEventListener('change', draw);
draw();

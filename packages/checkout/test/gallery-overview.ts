import { scenes } from './gallery.ts';

// The script of gallery.html, which shows all scenes in the chosen theme, language and width.

const form = document.querySelector('form');
const list = document.querySelector('main');
const names = Object.keys(scenes);

function renderScenes(): void {
  if (form === null || list === null) return;
  const controls = [...form.elements].filter((control) => control instanceof HTMLSelectElement);
  const query = new URLSearchParams(controls.map(({ name, value }) => [name, value]));
  const readField = (name: string): string => query.get(name) ?? '';
  const width = Number(readField('width'));
  history.replaceState(null, '', `?${query}`);
  const chosenNames = names.filter((name) => readField('scene') === '' || readField('scene') === name);
  list.replaceChildren(
    ...chosenNames.map((name) =>
      createFigure(name, { width, theme: readField('theme'), language: readField('language') }),
    ),
  );
}

function createFigure(
  name: string,
  options: { width: number; theme: string; language: string },
): HTMLElement {
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.textContent = name;
  const frame = document.createElement('iframe');
  frame.title = name;
  frame.loading = 'lazy';
  frame.width = String(options.width);
  const { theme, language } = options;
  frame.src = `gallery-frame.html?${new URLSearchParams({ scene: name, theme, language })}`;
  frame.addEventListener('load', () => fitHeight(frame));
  figure.append(caption, frame);
  return figure;
}

/** The width of the borders of a frame above and below its content, in pixels. */
const bordersPx = 2;

/** Makes a frame as high as its content, which grows while the scene plays. */
function fitHeight(frame: HTMLIFrameElement): void {
  const body = frame.contentDocument?.body;
  if (body) new ResizeObserver(() => (frame.height = String(body.scrollHeight + bordersPx))).observe(body);
}

const sceneSelect = form?.elements.namedItem('scene');
if (sceneSelect instanceof HTMLSelectElement)
  for (const name of names) sceneSelect.add(new Option(name, name));
for (const [name, value] of new URLSearchParams(location.search)) {
  const control = form?.elements.namedItem(name);
  if (control instanceof HTMLSelectElement) control.value = value;
}
form?.addEventListener('change', renderScenes);
renderScenes();

/** The check waits for this time, so that it does not delay the first rendering. */
const delayMs = 3000;

/**
 * Warns the developer of a page about a text that is hard to read. Does so only over plain http, because only
 * pages under development use it.
 */
export function checkContrast(root: ParentNode): void {
  if (location.protocol === 'http:') setTimeout(() => warnAboutContrast(root), delayMs);
}

/** The minimum contrast by WCAG 2.2, success criterion 1.4.3. */
const minContrast = 4.5;

/**
 * Warns if the text of Pay is hard to read. A likely cause is that the page changed `accent` and not
 * `on-accent`.
 */
export function warnAboutContrast(root: ParentNode): void {
  const frame = root.querySelector('.pgw');
  if (frame?.isConnected !== true) return;
  // The colors of Pay itself are different while it is disabled or in a transition.
  const probe = frame.appendChild(document.createElement('i'));
  probe.style.background = 'var(--_pgw-accent)';
  probe.style.color = 'var(--_pgw-on-accent)';
  const { backgroundColor, color } = getComputedStyle(probe);
  const ratio = computeContrastRatio(toRgb(backgroundColor), toRgb(color));
  probe.remove();
  if (ratio >= minContrast) return;
  // oxlint-disable-next-line no-console -- a warning for developers
  console.warn(
    `pgw-checkout: the text of Pay has a contrast of ${ratio.toFixed(1)}, and needs ${String(minContrast)}. ` +
      `Set --pgw-color-on-accent to a color that can be read on --pgw-color-accent; see docs/widget.md.`,
  );
}

type Rgb = readonly [red: number, green: number, blue: number];

/** Converts a computed color in any notation to sRGB values from 0 to 255. */
function toRgb(color: string): Rgb {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context === null) return [0, 0, 0];
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** The contrast ratio of two colors by WCAG, from 1 to 21. */
export function computeContrastRatio(first: Rgb, second: Rgb): number {
  const [dark = 0, light = 0] = [computeLuminance(first), computeLuminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The relative luminance of a color by WCAG 2.2, from 0 to 1. */
function computeLuminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// What a developer is told on the console while the shop is being made. Its own part: shoppers never load it.

/** WCAG 2.2, 1.4.3: what text needs against its background. */
const leastContrast = 4.5;

/** Warns when the words on Pay are hard to read: an override of `accent` has to come with its `on-accent`. */
export function adviseOnColours(root: ParentNode): void {
  const frame = root.querySelector('.pgw');
  if (frame?.isConnected !== true) return;
  // Pay itself may be idle, or on its way from one colour to the other.
  const probe = frame.appendChild(document.createElement('i'));
  probe.style.background = 'var(--_pgw-accent)';
  probe.style.color = 'var(--_pgw-on-accent)';
  const { backgroundColor, color } = getComputedStyle(probe);
  const ratio = contrast(channels(backgroundColor), channels(color));
  probe.remove();
  if (ratio >= leastContrast) return;
  // oxlint-disable-next-line no-console -- the console is where developers look
  console.warn(
    `pgw-checkout: the words on Pay have a contrast of ${ratio.toFixed(1)}, and need ${String(leastContrast)}. ` +
      `Set --pgw-color-on-accent to a colour that can be read on --pgw-color-accent; see docs/widget.md.`,
  );
}

type Channels = readonly [red: number, green: number, blue: number];

/** A computed colour, in whatever notation it comes, as sRGB of 0 to 255. */
function channels(colour: string): Channels {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context === null) return [0, 0, 0];
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** Contrast ratio as WCAG defines it, 1 to 21. */
export function contrast(one: Channels, other: Channels): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Channels): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

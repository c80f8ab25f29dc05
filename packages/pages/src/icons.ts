import { html, type Html } from '@pgw/protocol/html';

function renderIcon(paths: Html): Html {
  return html`<svg
    class="icon"
    viewBox="0 0 20 20"
    width="20"
    height="20"
    aria-hidden="true"
    focusable="false"
  >
    ${paths}
  </svg>`;
}

/** Line icons in the current text color. Screen readers ignore them. */
export const icons = {
  bag: renderIcon(html`<path d="M4.5 6.5h11l1 11h-13zM7 8.5V5.6a3 3 0 0 1 6 0v2.9" />`),
  truck: renderIcon(
    html`<path d="M1.5 5h10v8.5h-1.2M1.5 5v8.5h1.8m4 0h3M11.5 8h3.6l2.9 3v2.5h-1.3" /><circle
        cx="5.3"
        cy="14.4"
        r="1.7"
      /><circle cx="14.6" cy="14.4" r="1.7" />`,
  ),
  tick: renderIcon(html`<path d="m5 10.5 3.4 3.4L15 7" />`),
  cross: renderIcon(html`<path d="m6 6 8 8m0-8-8 8" />`),
  chevron: renderIcon(html`<path d="m8 5 5 5-5 5" />`),
  clock: renderIcon(html`<circle cx="10" cy="10" r="7" /><path d="M10 6v4.3l2.8 1.7" />`),
  back: renderIcon(html`<path d="M8 5 4 9l4 4M4.5 9H12a4 4 0 0 1 0 8h-1" />`),
  bar: renderIcon(html`<circle cx="10" cy="10" r="7" /><path d="M7 10h6" />`),
  card: renderIcon(html`<rect x="2.5" y="4.5" width="15" height="11" rx="2" /><path d="M2.5 8.5h15" />`),
  hourglass: renderIcon(
    html`<path d="M5.5 3h9M5.5 17h9M6.5 3v3.2L10 10l3.5-3.8V3M6.5 17v-3.2L10 10l3.5 3.8V17" />`,
  ),
  list: renderIcon(html`<path d="M7.5 5.5h9m-9 4.5h9m-9 4.5h9M3.5 5.5h.6M3.5 10h.6M3.5 14.5h.6" />`),
  question: renderIcon(html`<circle cx="10" cy="10" r="7" /><path d="M8 8a2 2 0 1 1 2 2.4v.8m0 2.4v.2" />`),
  globe: renderIcon(
    html`<circle cx="10" cy="10" r="7.5" /><path
        d="M2.500 10h15M10 2.500c5 4.500 5 10.500 0 15c-5-4.500-5-10.500 0-15"
      />`,
  ),
  leaf: renderIcon(
    html`<path
      d="M16.500 3.500c.5 8-3 12.500-8.500 12.500-3 0-4.500-1.800-4.500-4.200 0-5 5-8.300 13-8.300zM3 17c2-4 5-6.500 8.500-8"
    />`,
  ),
  person: renderIcon(
    html`<circle cx="10" cy="6.500" r="3.200" /><path d="M3.500 17a6.500 6.500 0 0 1 13 0" />`,
  ),
  search: renderIcon(html`<circle cx="9" cy="9" r="5" /><path d="m13 13 4 4" />`),
  send: renderIcon(html`<path d="m3 9.5 14-6-5 13-3-5.5zM9 11l8-7.5" />`),
  wallet: renderIcon(
    html`<path
      d="M3 6.5A1.5 1.5 0 0 1 4.5 5H14v2.5M3 6.5v8A1.5 1.5 0 0 0 4.5 16H17V7.5H4.5A1.5 1.5 0 0 1 3 6.5zM13.5 11.8h.6"
    />`,
  ),
  minus: renderIcon(html`<path d="M5 10h10" />`),
  arrow: renderIcon(html`<path d="M16 10H4.500M9 5l-5 5 5 5" />`),
  lock: renderIcon(
    html`<rect x="4" y="9" width="12" height="8" rx="2" /><path
        d="M6.500 9V6.500a3.500 3.500 0 0 1 7 0V9"
      />`,
  ),
  menu: renderIcon(html`<path d="M3.500 5.500h13M3.500 10h13M3.500 14.500h13" />`),
  link: renderIcon(
    html`<path
      d="M8.500 11.500a3 3 0 0 0 4.300 0l2.700-2.700a3 3 0 0 0-4.300-4.300l-.800.800M11.500 8.500a3 3 0 0 0-4.300 0l-2.700 2.700a3 3 0 0 0 4.300 4.300l.800-.800"
    />`,
  ),
  gear: renderIcon(
    html`<circle cx="10" cy="10" r="2.500" /><path
        d="M10 3v2.500M10 14.500V17M3 10h2.500M14.500 10H17M5 5l1.800 1.800M13.200 13.200 15 15M15 5l-1.800 1.800M6.800 13.200 5 15"
      />`,
  ),
  shield: renderIcon(
    html`<path d="M10 2.500c2 1.500 4 2 6 2 0 6.500-1.500 10-6 13-4.500-3-6-6.500-6-13 2 0 4-.500 6-2z" />`,
  ),
  alert: renderIcon(html`<circle cx="10" cy="10" r="7.5" /><path d="M10 6v5m0 2.6v.2" />`),
};

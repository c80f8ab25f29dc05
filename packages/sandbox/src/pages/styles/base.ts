/**
 * Colors, fonts and shared elements of all pages. The contrast of texts is at least 4.5 to 1, and the
 * contrast of control borders at least 3 to 1. The background colors are:
 *
 * - `--bg`: cards, and pages without cards
 * - `--page-bg`: pages with cards
 * - `--surface`: boxes inside a card, and hovered controls
 * - `--field`: form fields
 * - `--panel`: the order on the hosted page
 */
export const baseStyles = `
:root {
  color-scheme: light dark;
  --bg: #fff; --page-bg: #f3f4f4; --surface: #f5f7f7; --text: #13201f; --muted: #52615f; --border: #dce3e2;
  --control: #748481; --field: #fff; --accent: #0b5c6b; --accent-hover: #084855; --on-accent: #fff; --accent-tint: #eef4f5;
  --button: #18181b; --button-hover: #35353a; --on-button: #fff; --disabled: #66726f; --focus: #13201f;
  --success: #17703c; --success-tint: #eaf6ee; --warning: #805300; --warning-tint: #fff5e0; --warning-line: #ecd9a8;
  --danger: #b42318; --danger-tint: #fef1ef; --panel: #0a3d47; --panel-text: #bfdde2; --panel-line: #2a5a64;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #121918; --page-bg: #0c1110; --surface: #1a2322; --text: #eaf0ef; --muted: #a2b1ae; --border: #2c3836;
    --control: #6f807d; --field: #161f1e; --accent: #5cc6d6; --accent-hover: #86dae6; --on-accent: #03252b; --accent-tint: #1c3133;
    --button: #f4f4f5; --button-hover: #d4d4d8; --on-button: #18181b; --disabled: #8c9a97; --focus: #fff;
    --success: #6fd08f; --success-tint: #14301f; --warning: #ebbe66; --warning-tint: #33280f; --warning-line: #5a4718;
    --danger: #ff9287; --danger-tint: #3a1a17;
  }
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-block-size: 100vh; display: flex; flex-direction: column; background: var(--bg); color: var(--text);
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere;
}
h1, h2, p, dl, dd, ul, fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
ul { list-style: none; }
h1 { font-size: 1.5rem; line-height: 1.3; font-weight: 600; letter-spacing: -.01em; }
h2 { font-size: 1rem; font-weight: 600; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
main:focus { outline: none; }
:is(a, button, input, select, summary):focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.icon { inline-size: 1.25rem; block-size: 1.25rem; flex: none; fill: none; stroke: currentcolor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.muted { color: var(--muted); }
.logo { border-radius: 9px; flex: none; display: block; }
.sandbox-notice {
  display: flex; align-items: center; justify-content: center; gap: 8px; padding: 8px 16px; font-size: .875rem; font-weight: 500;
  background: var(--warning-tint); color: var(--warning); border-block-end: 1px solid var(--warning-line);
}
.sandbox-notice .icon { inline-size: 1.1rem; block-size: 1.1rem; }
.skip { position: absolute; inset-inline-start: 8px; inset-block-start: -80px; padding: 12px 16px; background: var(--bg); color: var(--text); border-radius: 10px; z-index: 1; }
.skip:focus { inset-block-start: 8px; }
:is(.fact, .boxed > div) { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 16px; padding-block: 14px; font-size: .9375rem; }
:is(.fact, .boxed) dd { font-weight: 500; min-inline-size: 0; }
.boxed code { padding: 0; background: none; color: inherit; font-weight: 500; }
:is(.fact + .fact, .boxed > div + div) { border-block-start: 1px solid var(--border); }
.boxed { background: var(--surface); border: 1px solid var(--border); border-radius: 14px; padding-inline: 16px; }
.boxed dt { color: var(--muted); }
.button {
  display: flex; align-items: center; justify-content: center; min-block-size: 52px; padding: 12px 20px; inline-size: 100%;
  border: 1px solid var(--button); border-radius: 12px; background: var(--button); color: var(--on-button); font-size: 1.0625rem;
  font-weight: 600; text-align: center; text-decoration: none;
}
.button:hover { background: var(--button-hover); }
.button.secondary { background: transparent; color: var(--text); border-color: var(--control); font-weight: 500; }
.button.secondary:hover { background: var(--surface); }
.centered { flex: 1; inline-size: 100%; max-inline-size: 552px; margin-inline: auto; padding: 24px 16px; }
.card { background: var(--bg); border: 1px solid var(--border); border-radius: 20px; padding: 24px; }
.card + .card { margin-block-start: 16px; }
.result { display: grid; gap: 16px; text-align: center; margin-block-start: 24px; }
.result .facts { text-align: start; }
.badge { display: grid; place-items: center; inline-size: 56px; block-size: 56px; border-radius: 50%; margin-inline: auto; }
.badge .icon { inline-size: 28px; block-size: 28px; }
.badge-success { background: var(--success-tint); color: var(--success); }
.badge-danger { background: var(--danger-tint); color: var(--danger); }
.badge-warning { background: var(--warning-tint); color: var(--warning); }
.badge-neutral { background: var(--surface); color: var(--muted); }
.notice { display: flex; gap: 10px; padding: 12px 16px; border-radius: 12px; background: var(--warning-tint); margin-block-start: 16px; }
.notice .icon { color: var(--warning); margin-block-start: 2px; }
.error { color: var(--danger); }
@media (max-width: 374px) { .card { padding: 20px 16px; } }
@media (forced-colors: active) {
  .button, .pay { border: 2px solid ButtonText !important; }
  .tile:has(:checked) { outline: 2px solid Highlight; }
  .segments input:checked + span { background: Highlight; color: HighlightText; forced-color-adjust: none; }
}
@media (prefers-reduced-motion: no-preference) { .button, .pay, .tile, .outcomes button { transition: background-color .12s, border-color .12s; } }
`;

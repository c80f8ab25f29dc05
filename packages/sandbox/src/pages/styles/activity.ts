/** Styles of the timeline, of requests and responses as they were sent, and of what the script of the dashboard shows. */
export const activityStyles = `
.visually-hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
.stream-banner { background: var(--warning-tint); color: var(--warning); margin: 0 16px 12px; }
.new-rows { margin-block-end: 12px; background: var(--accent-tint); color: var(--accent); border-color: var(--accent); }
.timeline { list-style: none; margin: 0; padding: 0; }
.timeline > li { position: relative; padding-block: 6px; padding-inline-start: 20px; font-size: .9375rem; }
.timeline > li::before { content: ""; position: absolute; inset-inline-start: 4px; inset-block-start: 14px; inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--control); }
.timeline > li::after { content: ""; position: absolute; inset-inline-start: 7px; inset-block: 26px -10px; inline-size: 2px; background: var(--border); }
.timeline > li:last-child::after { display: none; }
.timeline > .timeline-good::before { background: var(--success); }
.timeline > .timeline-bad::before { background: var(--danger); border-radius: 2px; }
.timeline-bad .timeline-text { color: var(--danger); }
.timeline-line { display: block; flex: 1; }
.timeline-line > span { display: block; }
.timeline > li > details { margin: 0; }
.timeline summary { cursor: pointer; color: var(--text); }
.timeline p { margin: 0; }
.timeline time { color: var(--muted); font-size: .8125rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.timeline .muted { font-size: .8125rem; }
.exchange { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; margin-block: 8px 16px; }
.exchange .message { margin: 0; }
.message-text { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
.message-text details { margin: 0; }
.message-start { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 8px; margin: 0; }
.message-start code { flex: 1 1 10rem; font-size: .8125rem; }
.exchange pre { max-block-size: 24rem; overflow: auto; }
.plain :is(.lists, .steps) a { color: var(--accent); }
.plain .message-text { margin-block: 8px 12px; }
.steps { margin: 8px 0 0; padding-inline-start: 20px; display: grid; gap: 8px; }
.plain pre { margin: 0; padding: 12px; border-radius: 10px; background: var(--surface); white-space: pre-wrap; font: 400 .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.signature { padding: 12px; border: 1px solid var(--border); border-radius: 10px; }
.signature > p { display: flex; gap: 8px; align-items: center; margin: 0; }
.signature-valid > p .icon { color: var(--success); }
.signature-wrong { border-color: var(--danger); }
.signature-wrong > p:first-child { color: var(--danger); }
.signature code { font-size: .75rem; }
.signature mark { background: var(--danger); color: var(--bg); border-radius: 2px; }
.signature .muted, .deviations { margin-block: 8px; font-size: .875rem; }
.deviations { list-style: disc; padding-inline-start: 20px; }
.small[aria-pressed="true"] { background: var(--warning-tint); border-color: var(--warning); color: var(--warning); }
.many > p { flex-basis: 100%; }
.switch { display: inline-flex; align-items: center; gap: 8px; min-block-size: 32px; padding: 0; border: 0; background: none; font-size: .8125rem; color: var(--muted); text-align: start; }
.switch::before { content: ""; flex: none; inline-size: 28px; block-size: 16px; border-radius: 8px; border: 1px solid var(--control); background: radial-gradient(circle at 8px 50%, var(--control) 5px, transparent 5.5px); }
.switch[aria-checked="true"] { color: var(--warning); }
.switch[aria-checked="true"]::before { border-color: var(--warning); background: radial-gradient(circle at 18px 50%, var(--bg) 5px, var(--warning) 5.5px); }
@media (prefers-reduced-motion: no-preference) {
  tr.new { animation: row-in .4s ease-out; }
  @keyframes row-in { from { opacity: 0; transform: translateY(-12px); background: var(--accent-tint); } }
}
@media (forced-colors: active) { .signature mark { background: Highlight; color: HighlightText; forced-color-adjust: none; } .timeline > li::before { background: CanvasText; } }
`;

// What is loaded when the browser is idle.
export { closePanel } from '../channels/close-panel.ts';
export { checkContrast } from '../element/contrast-warning.ts';

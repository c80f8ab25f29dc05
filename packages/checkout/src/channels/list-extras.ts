export { checkContrast } from '../element/contrast-warning.ts';
export { closePanel } from './close-panel.ts';

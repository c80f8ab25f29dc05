export { checkContrast } from '../element/contrast-warning.ts';
export { prepareClosingAnimation } from './close-panel.ts';

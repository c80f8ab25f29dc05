// The entry of the modern build.
import './script-browser-check.ts';
export { registerLocale } from './script.ts';

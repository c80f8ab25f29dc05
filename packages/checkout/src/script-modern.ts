// The entry of the modern build.
import './script-support.ts';
export { registerLocale } from './script.ts';

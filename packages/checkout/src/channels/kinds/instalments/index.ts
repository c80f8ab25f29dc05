export { instalments } from './kind.ts';

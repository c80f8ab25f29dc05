// The build makes one file of this, which a server can load.
export { renderList } from './list.ts';
export { redirectTexts } from './redirect-texts.ts';

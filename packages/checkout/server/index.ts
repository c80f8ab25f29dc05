// The build makes one file of this module, which a server can import.
export { renderList } from './list.ts';
export { redirectTexts } from './redirect-texts.ts';
export { returnTexts } from './return-texts.ts';

// The pictures that are kept: [theme, width, scenes, language when it is not English].
export const wanted = [
  [
    'light',
    375,
    'ready chosen banks banks-recent banks-search banks-none banks-kinds banks-failed single hosted invalid-bank submitting unsure total-changed duplicate offline time-last app-browser empty load-error leaving-stuck interrupted pending success-fee failed cancelled time-over',
  ],
  ['dark', 375, 'ready banks-search invalid submitting total-changed leaving-stuck success failed'],
  ['light', 720, 'ready banks banks-search time-soon success leaving'],
  ['forced', 375, 'ready banks banks-search offline success'],
  ['light', 375, 'ready banks success', 'ta'],
  ['light', 375, 'ready banks success', 'zh-Hans'],
];

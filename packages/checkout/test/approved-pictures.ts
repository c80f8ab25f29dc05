// The approved pictures in `test/pictures`: [theme, width, scenes, language]. The default language is
// English. The theme `forced` is the high-contrast mode of the operating system (forced colors).
export const approvedPictures: readonly (readonly [
  theme: string,
  width: number,
  scenes: string,
  language?: string,
])[] = [
  [
    'light',
    375,
    'ready chosen chosen-by-keyboard banks banks-recent banks-search banks-none banks-categories banks-failed bank-by-keyboard pay-by-keyboard single-channel hosted invalid-bank submitting response-lost total-changed duplicate offline time-last in-app-browser empty load-error redirect-stuck interrupted pending pending-continue success-fee failed canceled time-over session-ended session-checking second-refunding',
  ],
  [
    'dark',
    375,
    'ready chosen-by-keyboard banks-search invalid invalid-by-keyboard submitting total-changed redirect-stuck success failed',
  ],
  ['light', 720, 'ready banks banks-search time-soon success redirecting phone phone-unavailable card-marks'],
  ['dark', 720, 'phone card-marks'],
  ['forced', 720, 'phone'],
  ['forced', 375, 'ready chosen-by-keyboard banks banks-search offline success'],
  ['light', 375, 'ready banks success', 'ta'],
  ['light', 720, 'phone', 'ta'],
  ['light', 375, 'ready banks success', 'zh-Hans'],
];

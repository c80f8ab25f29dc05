/** Each entry lists aliases of the banks whose name, in lower case, contains `namePart`. */
const knownAliases: readonly (readonly [namePart: string, aliases: readonly string[]])[] = [
  ['maybank', ['M2U', 'M2E', 'Malayan Banking', 'MBB']],
  ['public bank', ['PBB', 'PBe', 'Public']],
  ['hong leong', ['HLB', 'HLBB', 'Connect']],
  ['bank islam', ['BIMB', 'BIMB Bank']],
  ['cimb', ['CIMB Clicks', 'Octo']],
  ['rhb', ['RHB Now', 'Reflex']],
  ['ambank', ['AMB', 'AmOnline']],
  ['affin', ['ABB', 'AffinMax']],
  ['alliance', ['ABMB', 'allianceonline']],
  ['muamalat', ['BMMB', 'i-Muamalat']],
  ['kerjasama rakyat', ['BKRM', 'Bank Rakyat', 'iRakyat']],
  ['bank rakyat', ['BKRM', 'iRakyat']],
  ['simpanan nasional', ['BSN', 'myBSN']],
  ['bsn', ['Bank Simpanan Nasional', 'myBSN']],
  ['hsbc', ['HSBC Amanah']],
  ['kuwait finance', ['KFH']],
  ['ocbc', ['OCBC Al-Amin', 'Velocity']],
  ['standard chartered', ['SCB', 'SC']],
  ['united overseas', ['UOB', 'UOB Infinity']],
  ['uob', ['United Overseas Bank']],
  ['agro', ['Agrobank', 'BPM', 'Bank Pertanian']],
  ['bank of china', ['BOC']],
];

export function listBankAliases(name: string): string[] {
  const lowerCaseName = name.toLowerCase();
  const aliases = knownAliases
    .filter(([namePart]) => lowerCaseName.includes(namePart))
    .flatMap(([, aliasesOfBank]) => aliasesOfBank);
  return [...new Set([...aliases, buildAcronym(name)])].filter((alias) => alias.length > 1);
}

/** Returns the first letters of a name, such as BRNB for "Bank Rimba Nusantara Berhad". */
function buildAcronym(name: string): string {
  const words = name.replaceAll(/\([^()]*\)/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < 2 ? '' : words.map((word) => word.charAt(0).toUpperCase()).join('');
}

/**
 * Marks that modify a letter, once decomposed. Vowel signs of Indic and South-East Asian scripts are also non-spacing
 * marks. They are letters there: they have neither property and stay.
 */
const diacriticalMarks = /(?=[\p{Diacritic}\p{Script=Inherited}])\p{Mn}/gu

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ascii = /^[\x00-\x7f]*$/

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const beyondAscii = /[^\x00-\x7f]/gu

/**
 * Letters with a stroke, which Unicode does not decompose. Its default collation treats the stroke as an accent in
 * these four only (UTS #10, DUCET). `ŧ` and `ƶ` are separate letters there.
 */
const withoutStroke: Readonly<Record<string, string>> = { đ: 'd', ħ: 'h', ł: 'l', ø: 'o' }
const strokes = /[đħłø]/g

/**
 * The key under which two logins are the same login: it ignores case and diacritical marks (Users, Profile, rule 1).
 * `foldLogin('Jané.DOE@example.com')` is `jane.doe@example.com`.
 *
 * Case folds through upper case, so that letters with the same upper case are one. `ß` is `ss`, `ς` is `σ`, and the
 * Turkish `ı` and `İ` are both `i`. Marks fold through canonical decomposition, and the strokes of `đ`, `ħ`, `ł` and
 * `ø`. Other letters that Unicode does not decompose are separate letters: `æ` is not `ae`. Compatibility forms
 * (full-width letters) stay different, since they differ in more than case and marks.
 */
export function foldLogin(login: string): string {
  if (ascii.test(login)) return login.toLowerCase()
  // To lower case first, for the one capital (ẞ) whose lower case has another upper case (SS).
  const oneCase = login.toLowerCase().toUpperCase().toLowerCase()
  // Character by character: decomposing the whole text also sorts its marks, which takes quadratic time.
  const decomposed = oneCase.replace(beyondAscii, (character) => character.normalize('NFD'))
  return decomposed.replace(diacriticalMarks, '').replace(strokes, (letter) => withoutStroke[letter]!)
}

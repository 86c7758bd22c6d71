/**
 * Marks that modify a letter, once decomposed. Vowel signs of Indic and South-East Asian scripts are also
 * non-spacing marks, but letters in their own right there: they have neither property and stay.
 */
const diacriticalMarks = /(?=[\p{Diacritic}\p{Script=Inherited}])\p{Mn}/gu

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const ascii = /^[\x00-\x7f]*$/

// oxlint-disable-next-line no-control-regex -- all of ASCII is meant
const beyondAscii = /[^\x00-\x7f]/gu

/**
 * Letters with a stroke through them, which Unicode does not decompose. Its default collation holds a stroke for
 * an accent in these four alone (UTS #10, DUCET): `ŧ` and `ƶ` are letters of their own there.
 */
const withoutStroke: Readonly<Record<string, string>> = { đ: 'd', ħ: 'h', ł: 'l', ø: 'o' }
const strokes = /[đħłø]/g

/**
 * The key under which two logins are the same login: those that differ only in case or in diacritical marks
 * (Users, Profile, rule 1). `foldLogin('Jané.DOE@example.com')` is `jane.doe@example.com`.
 *
 * Case goes by way of upper case, so that all letters that share an upper case are one: `ß` is `ss`, `ς` is `σ`,
 * and the Turkish `ı` and `İ` are both `i`. Marks go by canonical decomposition, and by the strokes of `đ`, `ħ`,
 * `ł` and `ø`. Other letters that Unicode does not decompose are letters of their own: `æ` is not `ae`. Compatibility forms
 * (full-width letters) stay apart, since they differ in more than case and marks.
 */
export function foldLogin(login: string): string {
  if (ascii.test(login)) return login.toLowerCase()
  // To lower case first, for the one capital (ẞ) whose lower case has another upper case (SS).
  const oneCase = login.toLowerCase().toUpperCase().toLowerCase()
  // Character by character: decomposing the whole text also sorts its marks, which takes quadratic time.
  const decomposed = oneCase.replace(beyondAscii, (character) => character.normalize('NFD'))
  return decomposed.replace(diacriticalMarks, '').replace(strokes, (letter) => withoutStroke[letter]!)
}

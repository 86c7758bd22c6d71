import { once } from '../once.ts'

/**
 * As an e-mail address, with the wider atoms of RFC 6532: any character outside ASCII. Within ASCII the class leaves out
 * exactly the `specials` of RFC 5322, and so leaves `atext`.
 */
const loginAtoms =
  // oxlint-disable-next-line no-control-regex -- controls are what the class shuts out
  /^[^\x00-\x20"(),.:;<>@[\\\]\x7f]+(?:\.[^\x00-\x20"(),.:;<>@[\\\]\x7f]+)*@[^\x00-\x20"(),.:;<>@[\\\]\x7f]+(?:\.[^\x00-\x20"(),.:;<>@[\\\]\x7f]+)*$/

/** No login has spaces, controls, invisible format characters and lone surrogates. */
const neverInLogins = once(() => /[\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u)

/**
 * Whether a text has the default format of a login: that of an e-mail address (Users, Profile, rule 2).
 *
 * Unlike `isEmail` it allows letters outside ASCII (RFC 6531 section 3.3, RFC 6532 section 3.2). Rule 1 speaks of
 * logins that differ in diacritical marks, so logins can have some. An administrator can replace this format by a
 * pattern; lengths are not checked here.
 */
export function isLogin(value: string): boolean {
  return loginAtoms.test(value) && (ascii.test(value) || !neverInLogins().test(value))
}

/** Dot-separated runs of `atext` on both sides of one `@`. */
const emailAtoms =
  /^[\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*@[\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*$/

/**
 * Whether a text is an e-mail address in the dot-atom form of RFC 5322 section 3.2.3. Users, Profile, requires it of
 * `email` and `secondEmail`.
 *
 * The local part and the domain are atoms joined by single dots, without a dot at an end. Atoms consist of ASCII
 * letters, digits and ``!#$%&'*+-/=?^_`{|}~``. Quoted local parts, domain literals, comments and characters outside
 * ASCII are not valid. A domain of one label (`jane@localhost`) is. Lengths are the property's own limits and not
 * checked here.
 */
export function isEmail(value: string): boolean {
  return emailAtoms.test(value)
}

/**
 * The short name of a login: the part before its first `@`. Its owner may sign in with it while it is unique in the org
 * (Users, Profile, rule 2). A login without `@`, possible once the format is lifted, is its own short name.
 */
export function shortName(login: string): string {
  const at = login.indexOf('@')
  return at === -1 ? login : login.slice(0, at)
}

/**
 * Marks that modify a letter, once decomposed. Vowel signs of Indic and South-East Asian scripts are also non-spacing
 * marks. They are letters there: they have neither property and stay.
 */
const diacriticalMarks = once(() => /(?=[\p{Diacritic}\p{Script=Inherited}])\p{Mn}/gu)

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
  return decomposed.replace(diacriticalMarks(), '').replace(strokes, (letter) => withoutStroke[letter]!)
}

/**
 * The length of a text in characters: Unicode code points. Every length limit of Users, Limits, is counted so. A
 * character outside the basic plane counts once, a lone surrogate counts as a character.
 */
export function codePointLength(value: string): number {
  let length = value.length
  for (let at = 1; at < value.length; at++) {
    if (!isLowSurrogate(value, at) || !isHighSurrogate(value, at - 1)) continue
    length--
    at++
  }
  return length
}

function isHighSurrogate(value: string, at: number): boolean {
  return (value.charCodeAt(at) & 0xfc00) === 0xd800
}

function isLowSurrogate(value: string, at: number): boolean {
  return (value.charCodeAt(at) & 0xfc00) === 0xdc00
}

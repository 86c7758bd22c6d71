/**
 * As an e-mail address, with the wider atoms of RFC 6532: any character outside ASCII. Spaces, controls, invisible
 * format characters and lone surrogates are excluded. Within ASCII the class leaves out exactly the `specials` of RFC
 * 5322, and so leaves `atext`.
 */
const dotAtoms =
  // oxlint-disable-next-line no-control-regex -- controls are what the class shuts out
  /^[^\x00-\x20"(),.:;<>@[\\\]\x7f\p{Z}\p{Cc}\p{Cf}\p{Cs}]+(?:\.[^\x00-\x20"(),.:;<>@[\\\]\x7f\p{Z}\p{Cc}\p{Cf}\p{Cs}]+)*@[^\x00-\x20"(),.:;<>@[\\\]\x7f\p{Z}\p{Cc}\p{Cf}\p{Cs}]+(?:\.[^\x00-\x20"(),.:;<>@[\\\]\x7f\p{Z}\p{Cc}\p{Cf}\p{Cs}]+)*$/u

/**
 * Whether a text has the default format of a login: that of an e-mail address (Users, Profile, rule 2).
 *
 * Unlike `isEmail` it allows letters outside ASCII (RFC 6531 section 3.3, RFC 6532 section 3.2). Rule 1 speaks of
 * logins that differ in diacritical marks, so logins can have some. An administrator can replace this format by a
 * pattern; lengths are not checked here.
 */
export function isLogin(value: string): boolean {
  return dotAtoms.test(value)
}

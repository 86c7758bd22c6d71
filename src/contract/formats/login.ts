/**
 * As an e-mail address, with atoms widened as RFC 6532 does: whatever is outside ASCII, save for spaces,
 * controls, invisible format characters and lone surrogates. Within ASCII the class leaves out exactly the
 * `specials` of RFC 5322, and so leaves `atext`.
 */
const dotAtoms =
  // oxlint-disable-next-line no-control-regex -- controls are what the class shuts out
  /^[^\x00-\x20"(),.:;<>@[\\\]\x7f\p{Z}\p{Cc}\p{Cf}\p{Cs}]+(?:\.[^\x00-\x20"(),.:;<>@[\\\]\x7f\p{Z}\p{Cc}\p{Cf}\p{Cs}]+)*@[^\x00-\x20"(),.:;<>@[\\\]\x7f\p{Z}\p{Cc}\p{Cf}\p{Cs}]+(?:\.[^\x00-\x20"(),.:;<>@[\\\]\x7f\p{Z}\p{Cc}\p{Cf}\p{Cs}]+)*$/u

/**
 * Whether a text has the default format of a login: that of an e-mail address (Users, Profile, rule 2).
 *
 * Unlike `isEmail` it lets letters outside ASCII through (RFC 6531 section 3.3, RFC 6532 section 3.2): rule 1
 * speaks of logins that differ in diacritical marks, so logins must be able to have some. An administrator can
 * replace this format by a pattern; lengths are not checked here.
 */
export function isLogin(value: string): boolean {
  return dotAtoms.test(value)
}

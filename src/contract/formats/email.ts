/** Dot-separated runs of `atext` on both sides of one `@`. */
const dotAtoms =
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
  return dotAtoms.test(value)
}

/** Dot-separated runs of `atext` on both sides of one `@`. */
const dotAtoms =
  /^[\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*@[\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*$/

/**
 * Whether a text is an e-mail address in the dot-atom form of RFC 5322 section 3.2.3, as Users, Profile,
 * asks of `email` and `secondEmail`.
 *
 * Both the local part and the domain are dot-atoms: atoms of ASCII letters, digits and
 * ``!#$%&'*+-/=?^_`{|}~``, joined by single dots, none at an end. Quoted local parts, domain literals, comments
 * and characters outside ASCII are no dot-atoms. A domain of one label (`jane@localhost`) is one. Lengths are
 * the property's own limits and not checked here.
 */
export function isEmail(value: string): boolean {
  return dotAtoms.test(value)
}

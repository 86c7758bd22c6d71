/** Characters that a URI holds nowhere: controls, spaces and the delimiters that RFC 3986 leaves out. */
const strayCharacter =
  // oxlint-disable-next-line no-control-regex -- controls are among what is looked for
  /[\x00-\x20\x7f-\x9f"<>\\^`{|}\p{Z}\p{Cs}]/u

/** A percent sign that does not begin an escape, RFC 3986 section 2.1. */
const strayPercent = /%(?![\dA-Fa-f]{2})/

/** Whether a text holds only characters that a URI may hold, characters outside ASCII (RFC 3987) included. */
export function hasUriCharacters(value: string): boolean {
  return !strayCharacter.test(value) && !strayPercent.test(value)
}

/** `http` or `https`, an authority, and the start of a host: what the platform's lenient parser would forgive. */
const webOrigin = /^https?:\/\/[^/?#]/i

/**
 * Whether a text is an absolute `http` or `https` URL with host (RFC 3986 section 4.3, RFC 7230 section 2.7). It
 * is for `profileUrl` (Users, Profile) and the URLs among the `*_uri` properties (Clients, Client Application).
 * Fragments and characters outside ASCII are allowed. Spaces, controls and broken percent escapes are not.
 */
export function isUrl(value: string): boolean {
  return webOrigin.test(value) && hasUriCharacters(value) && URL.canParse(value)
}

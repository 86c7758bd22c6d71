/** What no URI holds anywhere: controls, spaces and the delimiters that RFC 3986 leaves out. */
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
 * Whether a text is an absolute `http` or `https` URL with a host, RFC 3986 section 4.3 and RFC 7230 section
 * 2.7 (Users, Profile: `profileUrl`; Clients, Client Application: the `*_uri` properties that are URLs).
 * Fragments are allowed, and so are characters outside ASCII; spaces, controls and broken percent escapes are
 * not.
 */
export function isUrl(value: string): boolean {
  return webOrigin.test(value) && hasUriCharacters(value) && URL.canParse(value)
}

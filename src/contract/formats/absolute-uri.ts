import { hasUriCharacters, isUrl } from './url.ts'

/** A scheme, RFC 3986 section 3.1, and something behind its colon. */
const schemeAndMore = /^[a-z][a-z\d+.-]*:./i

const webScheme = /^https?:/i

/** A URI is ASCII; what lies beyond comes percent-encoded. */
const visibleAscii = /^[!-~]*$/

/**
 * Whether a text is an absolute URI without a fragment, RFC 3986 section 4.3. Every redirect URI of a client must be
 * one (Clients, Client Application, rule 5; RFC 6749 section 3.1.2).
 *
 * Any scheme is valid, also the private schemes of native applications (`com.example.app:/callback`, RFC 8252 section
 * 7.1). `http` and `https` also need a host. An empty fragment (`…#`) is a fragment. Characters outside ASCII must be
 * percent-encoded. A bare scheme (`myapp:`) leads nowhere: it is refused, although the grammar allows it.
 */
export function isAbsoluteUriWithoutFragment(value: string): boolean {
  if (!schemeAndMore.test(value) || !visibleAscii.test(value) || value.includes('#')) return false
  return webScheme.test(value) ? isUrl(value) : hasUriCharacters(value)
}

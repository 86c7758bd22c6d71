import { once } from '../once.ts'

/**
 * The components of a URI, RFC 3986 appendix B. With two slashes behind the scheme, an authority follows. So no path
 * begins with two.
 */
const components = /^([a-z][a-z\d+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is

/** RFC 3986 section 3.2: user information, and a host or an address in brackets, and a port. */
const authorityForm = /^(?:[\w.~!$&'()*+,;=:-]*@)?(?:\[([^\]]*)\]|[\w.~!$&'()*+,;=-]*)(?::\d*)?$/

/** RFC 3986 section 3.2.2, an address of a version that nobody uses. */
const futureAddress = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i

/** RFC 3986 sections 3.3 to 3.5: paths, queries and fragments. */
const pathForm = /^[\w.~!$&'()*+,;=:@/-]*$/
const queryForm = /^[\w.~!$&'()*+,;=:@/?-]*$/

const percentEscape = /%[\da-f]{2}/gi

/** Letters outside ASCII that RFC 3987 adds to a URI: no spaces, controls and lone surrogates. */
const beyondAscii = once(
  // oxlint-disable-next-line no-control-regex -- ASCII is what is left out
  () => /[^\x00-\x9f\p{Z}\p{Cs}]/gu,
)

/** `http` and `https` need a host (RFC 9110 section 4.2) that a browser can be led to. */
const webScheme = /^https?$/i

/**
 * Whether a text is a URI with scheme, RFC 3986 section 3, with a fragment or without. A bare scheme (`myapp:`) is
 * one: its path is empty. Any scheme is valid, also the private schemes of native applications
 * (`com.example.app:/callback`, RFC 8252 section 7.1). `http` and `https` also need a host, and a port up to 65535.
 */
export function isUri(value: string): boolean {
  // An escape counts as a sign that no scheme and no address has.
  const found = components.exec(value.includes('%') ? value.replaceAll(percentEscape, '~') : value)
  if (!found) return false
  const { 1: scheme, 2: authority, 3: path, 4: query, 5: fragment } = found
  if (!pathForm.test(path!)) return false
  if (query !== undefined && !queryForm.test(query)) return false
  if (fragment !== undefined && !queryForm.test(fragment)) return false
  if (authority !== undefined && !isAuthority(authority)) return false
  return (
    !webScheme.test(scheme!) || (Boolean(authority) && !authority!.startsWith(':') && URL.canParse(value))
  )
}

function isAuthority(authority: string): boolean {
  const found = authorityForm.exec(authority)
  if (!found) return false
  const address = found[1]
  return address === undefined || futureAddress.test(address) || URL.canParse(`http://[${address}]/`)
}

/**
 * Whether a text is an absolute URI, RFC 3986 section 4.3: one without a fragment. Every redirect URI of a client must
 * be one (Clients, Client Application, rule 5; RFC 6749 section 3.1.2). An empty fragment (`…#`) is a fragment.
 */
export function isAbsoluteUri(value: string): boolean {
  return isUri(value) && !value.includes('#')
}

/**
 * Whether a text is an `http` or `https` URL with host. It is for `profileUrl` (Users, Profile) and the URLs among the
 * `*_uri` properties (Clients, Client Application). Fragments and letters outside ASCII are allowed.
 */
export function isUrl(value: string): boolean {
  return /^https?:/i.test(value) && isUri(value.replaceAll(beyondAscii(), '~')) && URL.canParse(value)
}

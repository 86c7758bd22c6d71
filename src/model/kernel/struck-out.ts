import type { Org } from '../org.ts'
import type { TrafficEntry } from '../access/traffic.ts'

/** What stands where a secret stood. */
const struck = '[secret]'

/** Names under which callers send secrets in a query, where none belongs. */
const secretName =
  /token|secret|passw|passphrase|credential|api[-_]?key|assertion|answer|session|cookie|^(?:sid|pwd|auth|authorization|jwt|key)$/i

/** Values of the switches that have such a name: `tempPassword`, `oauthTokens`. */
const isSwitch = /^(?:true|false)?$/i

/** What may be a secret within a longer text, such as a search expression. */
const word = /[^\s"'()]{8,}/g

/**
 * What may be kept and logged of a request: the address that it was sent to may hold a secret, by mistake. A
 * secret is known by the name of its parameter, or because it opens something now.
 */
export function withoutSecrets(org: Org, entry: TrafficEntry): TrafficEntry {
  const { path, query, hint, status } = entry
  if (status < 400 && query === undefined) return entry
  const found = new Set<string>()
  // What an operation took was the id of something.
  const shownPath = status < 400 ? path : strikePath(org, path, found)
  const shownQuery = query === undefined ? undefined : strikeQuery(org, query, found)
  if (found.size === 0) return entry
  return {
    ...entry,
    path: shownPath,
    ...(shownQuery === undefined ? {} : { query: shownQuery }),
    ...(hint === undefined ? {} : { hint: strikeText(hint, found) }),
  }
}

function strikePath(org: Org, path: string, found: Set<string>): string {
  return path
    .split('/')
    .map((segment) => {
      const text = decoded(segment)
      if (!isSecret(org, text) && !org.clients.hasSecret(text)) return segment
      found.add(text)
      return struck
    })
    .join('/')
}

function strikeQuery(org: Org, query: string, found: Set<string>): string {
  return query
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=')
      const name = equals === -1 ? '' : pair.slice(0, equals)
      const value = decoded(pair.slice(equals + 1).replaceAll('+', ' '))
      const holdsOne = secretName.test(name) ? !isSwitch.test(value) : holdsSecret(org, value)
      if (!holdsOne) return pair
      found.add(value)
      return name === '' ? struck : `${name}=${struck}`
    })
    .join('&')
}

function strikeText(text: string, found: ReadonlySet<string>): string {
  let shown = text
  for (const secret of found) shown = shown.replaceAll(secret, struck)
  return shown
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function holdsSecret(org: Org, text: string): boolean {
  return isSecret(org, text) || (text.match(word)?.some((part) => isSecret(org, part)) ?? false)
}

function isSecret(org: Org, text: string): boolean {
  const { principals, sessions, oneTimeTokens, refreshTokens, accessTokens } = org
  return (
    principals.has(text) ||
    sessions.find(text) !== undefined ||
    oneTimeTokens.find(text) !== undefined ||
    refreshTokens.collection.by('value', text) !== undefined ||
    accessTokens.collection.by('value', text) !== undefined
  )
}

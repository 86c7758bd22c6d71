/** A spelling that the API description does not have, but the service accepts. */
export interface Tolerance {
  /** The accepted spelling. */
  readonly what: string
  /** Who sends it. */
  readonly evidence: string
}

/**
 * Every accepted spelling of a request that differs from the API description (interpretation: tolerances). The journal
 * notes which ones a request used. The conformance suite neither sends nor grades any.
 */
export const tolerances = {
  'doubled-slash': {
    what: 'Several slashes in a row in a path count as one: //api/v1/users.',
    evidence: 'Clients that join a base URL ending in a slash with a path that begins with one.',
  },
  'trailing-slash': {
    what: 'A slash at the end of a path does not count: /api/v1/users/.',
    evidence: 'Clients of the service that call collections so.',
  },
  'token-without-blank': {
    what: 'The blank between SSWS and the API token may be missing: Authorization: SSWS00abc.',
    evidence: 'A widely installed client of the service.',
  },
  'post-message-word': {
    what: 'The response mode that posts the answer to a page may have any name prefix: okta_post_message instead of svc_post_message.',
    evidence: 'A widely used browser library of the service sends its own word to every server.',
  },
} as const satisfies Record<string, Tolerance>

/** The name of a tolerated spelling. */
export type ToleranceName = keyof typeof tolerances

/** A path as the API description spells it, and the tolerances that takes. */
export function spelledPath(path: string): {
  readonly path: string
  readonly used: readonly ToleranceName[]
} {
  const used: ToleranceName[] = []
  let spelled = path
  if (spelled.includes('//')) {
    used.push('doubled-slash')
    spelled = spelled.replaceAll(/\/{2,}/g, '/')
  }
  if (spelled.length > 1 && spelled.endsWith('/')) {
    used.push('trailing-slash')
    spelled = spelled.slice(0, -1)
  }
  return { path: spelled, used }
}

const gluedToken = /^ssws(?=\S)/i

/** The API token in an `Authorization` header without a blank; undefined where the scheme does not come first. */
export function gluedApiToken(authorization: string): string | undefined {
  return gluedToken.test(authorization) ? authorization.replace(gluedToken, '') : undefined
}

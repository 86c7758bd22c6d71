import { z } from 'zod'
import { once } from '../contract/once.ts'
import { refuse } from '../contract/errors/refusal.ts'
import type { ClaimContext, ClaimSource, CustomClaim } from '../model/oauth/custom-claims.ts'
import type { DeviceCode, TokenOf } from '../model/tokens/records.ts'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'
import { authorizationServer, claimsOfRequest, freeJson, reference, scopeNames } from './input.ts'
import { clientOf, issueNow, partiesOf, serverOf, type TokenReply } from './oauth.ts'
import { isoOf } from '../model/kernel/clock.ts'
import { defined } from '../model/kernel/defined.ts'

/** Where a browser would be sent with a code. */
export interface CodeReply {
  readonly code: string
  /** The redirect URI with `code`, `state` and `iss`. */
  readonly url: string
}

/** Who lets whom use what. */
const authorization = once(() => ({
  user: reference(),
  client: reference(),
  scopes: scopeNames().default(['openid']),
  authorizationServer: authorizationServer(),
  nonce: z.string().optional(),
  claims: claimsOfRequest(),
}))

export const authorizationActions = {
  authorize: defineAction({
    input: () =>
      z.strictObject({
        ...authorization(),
        as: z.enum(['tokens', 'code']).default('tokens'),
        redirectUri: reference().optional(),
        state: z.string().optional(),
        codeChallenge: z.string().optional(),
      }),
    async run(org, input): Promise<TokenReply | CodeReply> {
      if (input.as === 'code') return issueCode(org, input)
      const { userId, clientId, server, names, isUnderConsent } = authorized(org, input)
      const { nonce, claims } = input
      const familyId = org.ids('authorization')
      const authentication = { authTime: org.clock.now(), amr: ['pwd'] }
      const about = { clientId, userId, server, nonce, claims, familyId, authentication, isUnderConsent }
      return issueNow(org, { ...about, scopes: names })
    },
  }),
  answerDevice: defineAction({
    input: () => z.strictObject({ userCode: reference(), user: reference().nullable() }),
    run(org, { userCode, user }) {
      const code = waiting(org, userCode)
      if (user === null) return void org.tokens.put<'device'>({ ...code, status: 'refused' })
      const { userId } = partiesOf(org, { user, client: code.clientId })
      org.grants.approveDevice(code, userId, { authTime: org.clock.now(), amr: ['pwd'] })
    },
  }),

  addClaim: defineAction({
    input: () =>
      z
        .strictObject({
          name: reference(),
          value: freeJson().optional(),
          expression: reference().optional(),
          groups: z
            .strictObject({
              startsWith: z.string(),
              contains: z.string(),
              equals: z.string(),
              matches: z.string(),
            })
            .partial()
            .optional(),
          compute: z
            .custom<(context: ClaimContext) => unknown>((given) => typeof given === 'function', {
              error: 'expected a function',
            })
            .optional(),
          tokens: z
            .array(z.enum(['access', 'id']))
            .min(1)
            .optional(),
          scopes: z.array(reference()).optional(),
          authorizationServer: authorizationServer(),
          user: reference().optional(),
          client: reference().optional(),
        })
        .refine(
          ({ value, expression, groups, compute }) =>
            [value, expression, groups, compute].filter((source) => source !== undefined).length === 1,
          { error: 'expected one of value, expression, groups and compute' },
        ),
    run(org, { name, tokens, scopes: only, authorizationServer: server, user, client, ...source }) {
      const claim = org.customClaims.add({
        name,
        tokens: tokens ?? ['access', 'id'],
        scopes: only ?? [],
        source: given(source),
        ...defined({
          authorizationServerId: server && org.authorizationServers.resolve(server).id,
          userId: user && org.users.resolve(user).id,
          clientId: client && clientOf(org, client).id,
        }),
      })
      return claimView(claim)
    },
  }),
}

type Given<Fields extends z.ZodRawShape> = z.output<z.ZodObject<Fields>>

interface CodeInput extends Given<ReturnType<typeof authorization>> {
  readonly redirectUri?: string | undefined
  readonly state?: string | undefined
  readonly codeChallenge?: string | undefined
}

/** Lets the user consent where it would be asked, and says who gets what. */
function authorized(org: Org, input: Given<ReturnType<typeof authorization>>) {
  const { userId, clientId } = partiesOf(org, input)
  const server = serverOf(org, input)
  const { settings } = org.clients.resolve(clientId)
  // As at the authorization endpoint: who cannot refresh has no use for it.
  const names = settings.grant_types.includes('refresh_token')
    ? input.scopes
    : input.scopes.filter((name) => name !== 'offline_access')
  const scopeIds = org.authorizationServers.scopesNamed(server, names).map(({ id }) => id)
  const isUnderConsent = settings.consent_method === 'REQUIRED'
  if (isUnderConsent) org.grants.consent({ userId, clientId, scopes: names, server })
  return { userId, clientId, server, names, scopeIds, isUnderConsent, settings }
}

function issueCode(org: Org, input: CodeInput): CodeReply {
  const { redirectUri, nonce, codeChallenge, claims, state } = input
  const registered = clientOf(org, input.client).settings.redirect_uris ?? []
  const uri = redirectUri ?? registered[0]
  if (uri === undefined || !registered.includes(uri)) {
    return refuse('form', { at: 'redirectUri', expected: 'a redirect URI of the client' })
  }
  const { userId, clientId, server, scopeIds, isUnderConsent } = authorized(org, input)
  const { id: code } = org.tokens.issue('code', {
    clientId,
    userId,
    authorizationServerId: server.id,
    scopeIds,
    authentication: { authTime: org.clock.now(), amr: ['pwd'] },
    isUnderConsent,
    familyId: org.ids('authorization'),
    use: 'unused',
    ...defined({ redirectUri, nonce, codeChallenge, claims }),
  })
  const iss = org.authorizationServers.issuer(server)
  const query = new URLSearchParams({ code, ...defined({ state }), iss })
  return { code, url: `${uri}${uri.includes('?') ? '&' : '?'}${query}` }
}

function waiting(org: Org, shown: string): TokenOf<'device'> {
  return (
    org.deviceCodes.pending(shown) ??
    refuse('form', { at: 'userCode', expected: 'the code of a device that waits for an answer' })
  )
}

/** A device that waits for an answer. */
export function deviceView(org: Org, { userCode: shown, clientId, scopeIds, expiresAt }: DeviceCode) {
  return {
    userCode: shown,
    clientId,
    scopes: org.authorizationServers.namesOf(scopeIds),
    expiresAt: isoOf(expiresAt),
  }
}

function given(source: {
  readonly value?: unknown
  readonly expression?: string | undefined
  readonly groups?: Extract<ClaimSource, { groups: unknown }>['groups'] | undefined
  readonly compute?: ((context: ClaimContext) => unknown) | undefined
}): ClaimSource {
  const { value, expression, groups, compute } = source
  if (expression !== undefined) return { expression }
  if (groups !== undefined) return { groups }
  return compute === undefined ? { value } : { compute }
}

/** A claim; a function is shown as one, since JSON cannot carry it. */
export function claimView({ source, ...claim }: CustomClaim): Record<string, unknown> {
  return { ...claim, ...('compute' in source ? { compute: 'function' } : source) }
}

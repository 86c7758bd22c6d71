import { z } from 'zod'
import { refuseInput } from '../contract/errors.ts'
import { brokenToken, tokenFlaws } from '../model/oauth/broken-tokens.ts'
import type { ClaimContext, ClaimSource, CustomClaim } from '../model/oauth/custom-claims.ts'
import { approveDevice } from '../model/oauth/device-approvals.ts'
import type { DeviceCode } from '../model/oauth/device-codes.ts'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'
import { shallow } from './input.ts'
import { clientOf, partiesOf, serverOf, tokenReply, type TokenReply } from './oauth.ts'

/** Where a browser would be sent with a code. */
export interface CodeReply {
  readonly code: string
  /** The redirect URI with `code`, `state` and `iss`. */
  readonly url: string
}

const reference = z.string().min(1)
const scopes = z.array(reference).min(1)
const authorizationServer = reference.optional()
const userCode = z.strictObject({ userCode: reference })
const json = z.unknown().superRefine(shallow)
/** Claims for the tokens of one request, by name. */
const claimsOfRequest = z.record(z.string(), json).optional()

export const authorizationActions = {
  authorize: defineAction({
    summary:
      'Sign a user in to a client and let it consent, without a page: answers tokens, or with answer "code" a code and the address that it is sent to',
    input: z.strictObject({
      user: reference,
      client: reference,
      scopes: scopes.default(['openid']),
      authorizationServer,
      answer: z.enum(['tokens', 'code']).optional(),
      redirectUri: reference.optional(),
      state: z.string().optional(),
      nonce: z.string().optional(),
      codeChallenge: z.string().optional(),
      claims: claimsOfRequest,
    }),
    run: (org, input): Promise<TokenReply | CodeReply> => authorize(org, input),
  }),

  listDevices: defineAction({
    summary: 'List the devices that wait for a person to approve them, with the codes that they show',
    input: z.strictObject({}),
    run: (org) => org.deviceCodes.waiting().map((code) => deviceView(org, code)),
  }),
  approveDevice: defineAction({
    summary: 'Approve a device for a user, by the code that it shows',
    input: z.strictObject({ userCode: reference, user: reference }),
    run(org, { userCode: shown, user }) {
      const code = waiting(org, shown)
      const { userId } = partiesOf(org, { user, client: code.clientId })
      approveDevice(org, code, userId, { authTime: org.clock.now(), amr: ['pwd'] })
    },
  }),
  refuseDevice: defineAction({
    summary: 'Refuse a device, by the code that it shows',
    input: userCode,
    run: (org, input) => org.deviceCodes.refuse(waiting(org, input.userCode)),
  }),

  addClaim: defineAction({
    summary:
      'Add a claim to tokens: by its value, by an expression in the language of group rules, by a filter of group names, or in process by a function',
    input: z
      .strictObject({
        name: reference,
        value: json.optional(),
        expression: reference.optional(),
        groups: z
          .strictObject({ startsWith: z.string(), contains: z.string(), equals: z.string() })
          .partial()
          .optional(),
        compute: z
          .custom<(context: ClaimContext) => unknown>((given) => typeof given === 'function')
          .optional(),
        tokens: z
          .array(z.enum(['access', 'id']))
          .min(1)
          .optional(),
        scopes: z.array(reference).optional(),
        authorizationServer,
        user: reference.optional(),
        client: reference.optional(),
      })
      .refine(
        ({ value, expression, groups, compute }) =>
          [value, expression, groups, compute].filter((source) => source !== undefined).length === 1,
        { error: 'Expected one of value, expression, groups and compute' },
      ),
    run(org, { name, tokens, scopes: only, authorizationServer: server, user, client, ...source }) {
      const claim = org.customClaims.add({
        name,
        tokens: tokens ?? ['access', 'id'],
        scopes: only ?? [],
        source: given(source),
        ...(server === undefined
          ? {}
          : { authorizationServerId: org.authorizationServers.resolve(server).id }),
        ...(user === undefined ? {} : { userId: org.users.resolve(user).id }),
        ...(client === undefined ? {} : { clientId: clientOf(org, client).id }),
      })
      return claimView(claim)
    },
  }),
  listClaims: defineAction({
    summary: 'List the claims that were added to tokens',
    input: z.strictObject({}),
    run: (org) => org.customClaims.collection.values().map(claimView),
  }),
  removeClaim: defineAction({
    summary: 'Take a claim out of tokens again; claim is its id',
    input: z.strictObject({ claim: reference }),
    run(org, { claim }) {
      if (!org.customClaims.collection.remove(claim)) {
        refuseInput('claim', ['claim: There is no such claim'])
      }
    },
  }),

  issueBrokenToken: defineAction({
    summary:
      'Make a token with one flaw, to test that whoever verifies tokens notices: nothing takes it and it is not kept',
    input: z.strictObject({
      flaw: z.enum(tokenFlaws),
      client: reference,
      user: reference.optional(),
      scopes: scopes.default(['openid']),
      token: z.enum(['access', 'id']).optional(),
      authorizationServer,
      nonce: z.string().optional(),
      claims: claimsOfRequest,
    }),
    async run(org, { flaw, client, user, token = 'access', scopes: names, nonce, claims, ...input }) {
      const userId = user === undefined ? undefined : org.users.resolve(user).id
      const request = {
        clientId: clientOf(org, client).id,
        userId,
        scopes: userId === undefined ? names.filter((name) => name !== 'openid') : names,
        server: serverOf(org, input),
        nonce,
        claims,
      }
      return { token: await brokenToken(org, request, token, flaw) }
    },
  }),
}

interface AuthorizeInput {
  readonly user: string
  readonly client: string
  readonly scopes: readonly string[]
  readonly authorizationServer?: string | undefined
  readonly answer?: 'tokens' | 'code' | undefined
  readonly redirectUri?: string | undefined
  readonly state?: string | undefined
  readonly nonce?: string | undefined
  readonly codeChallenge?: string | undefined
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

async function authorize(org: Org, input: AuthorizeInput): Promise<TokenReply | CodeReply> {
  const { scopes: asked, nonce, claims, answer = 'tokens' } = input
  const { userId, clientId } = partiesOf(org, input)
  const server = serverOf(org, input)
  const { settings } = org.clients.resolve(clientId)
  const uri = input.redirectUri ?? settings.redirect_uris?.[0]
  if (answer === 'code' && (uri === undefined || !settings.redirect_uris?.includes(uri))) {
    refuseInput('redirectUri', ['redirectUri: The client has no such redirect URI'])
  }
  // As at the authorization endpoint: who cannot refresh has no use for it.
  const names = settings.grant_types.includes('refresh_token')
    ? asked
    : asked.filter((name) => name !== 'offline_access')
  const found = org.authorizationServers.scopesNamed(server, names)
  const isUnderConsent = settings.consent_method === 'REQUIRED'
  if (isUnderConsent) org.grants.consent({ userId, clientId, scopes: names, server })
  const authentication = { authTime: org.clock.now(), amr: ['pwd'] }
  if (answer === 'tokens') {
    const familyId = org.ids('authorization')
    const request = { clientId, userId, scopes: names, server, nonce, claims }
    return tokenReply(await org.tokenIssuer.issue({ ...request, authentication, familyId, isUnderConsent }))
  }
  const { value: code } = org.authorizationCodes.issue({
    clientId,
    userId,
    authorizationServerId: server.id,
    scopeIds: found.map(({ id }) => id),
    authentication,
    isUnderConsent,
    ...(input.redirectUri === undefined ? {} : { redirectUri: input.redirectUri }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(input.codeChallenge === undefined ? {} : { codeChallenge: input.codeChallenge }),
    ...(claims === undefined ? {} : { claims }),
  })
  const members = { code, ...(input.state === undefined ? {} : { state: input.state }) }
  const query = new URLSearchParams({ ...members, iss: org.authorizationServers.issuer(server) })
  return { code, url: `${uri}${uri!.includes('?') ? '&' : '?'}${query}` }
}

function waiting(org: Org, shown: string): DeviceCode {
  return (
    org.deviceCodes.pending(shown) ??
    refuseInput('userCode', ['userCode: No device that shows this code waits for an answer'])
  )
}

function deviceView(org: Org, { userCode: shown, clientId, scopeIds, expiresAt }: DeviceCode) {
  return {
    userCode: shown,
    clientId,
    scopes: scopeIds.flatMap((id) => org.authorizationServers.scopes.get(id)?.name ?? []),
    expiresAt: new Date(expiresAt).toISOString(),
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

/** A function is shown as one: JSON cannot carry it. */
function claimView({ source, ...claim }: CustomClaim): Record<string, unknown> {
  return { ...claim, ...('compute' in source ? { compute: 'function' } : source) }
}

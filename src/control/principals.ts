import { z } from 'zod'
import { refuse } from '../contract/errors/refusal.ts'
import { roles } from '../contract/roles.ts'
import type { Org } from '../model/org.ts'
import type { AccessToken, ApiToken, TokenOf } from '../model/tokens/records.ts'
import { defineAction } from './action.ts'
import { knownGroup } from './groups.ts'
import { duration, named, reference } from './input.ts'
import { clientOf } from './oauth.ts'
import { isoOf } from '../model/kernel/clock.ts'
import { viewsOf } from '../views/index.ts'

/** Names of the model, and the names that the actions use instead. */
const apiTokenNames = { userId: 'owner', user: 'owner', groupIds: 'groups', value: 'token' }
const accessTokenNames = { value: 'token' }

export const principalActions = {
  createApiToken: defineAction({
    input: () =>
      z.strictObject({
        owner: reference().optional(),
        role: z.enum(roles).default('SUPER_ADMIN'),
        groups: z.array(reference()).min(1).optional(),
        name: reference().optional(),
        token: reference().optional(),
      }),
    run(org, { owner, role, groups, name, token }) {
      const made = named(apiTokenNames, () =>
        org.access.makeApiToken({
          userId: owner === undefined ? administratorId(org) : org.users.resolve(owner).id,
          role,
          groupIds: groups?.map((group) => knownGroup(org, group).id),
          name,
          value: token,
        }),
      )
      return { ...apiTokenView(org, made), token: made.value }
    },
  }),
  createAccessToken: defineAction({
    input: () =>
      z.strictObject({
        scopes: z.array(reference()).min(1),
        user: reference().optional(),
        client: reference().optional(),
        expiresIn: duration().optional(),
        token: reference().optional(),
      }),
    run(org, { user, client, scopes, expiresIn, token }) {
      const made = named(accessTokenNames, () =>
        org.access.makeAccessToken({
          userId: user === undefined ? undefined : org.users.resolve(user).id,
          clientId: client === undefined ? undefined : clientOf(org, client).id,
          scopes,
          expiresIn,
          value: token,
        }),
      )
      return { ...accessTokenView(org, made), token: made.value }
    },
  }),
}

/** Every token, without its value. */
export function tokensOf(org: Org) {
  return {
    apiTokens: org.tokens.apiTokens().map((token) => apiTokenView(org, token)),
    accessTokens: org.access
      .accessTokens()
      .filter((token) => !org.tokens.isOver(token))
      .map((token) => accessTokenView(org, token)),
    refreshTokens: org.tokens.all('refresh').map((token) => viewsOf(org).consents.refreshToken(token)),
  }
}

/** The owner of the first API token, as long as there is one. */
function administratorId(org: Org): string {
  return org.tokens.apiTokens()[0]?.userId ?? refuse('not-found', { id: 'administrator', kind: 'User' })
}

function loginOf(org: Org, userId: string): string | undefined {
  const user = org.users.get(userId)
  return user && String(user.profile.login)
}

/** An API token as it is listed: without its value. */
type ShownApiToken = Omit<ApiToken, 'value'> & { readonly owner?: string | undefined }

function apiTokenView(org: Org, token: TokenOf<'api'>): ShownApiToken {
  const { kind: _, value: __, ...rest } = token
  return { ...rest, owner: loginOf(org, token.userId) }
}

/** A scoped access token as it is listed: without its value. */
type ShownAccessToken = Omit<AccessToken, 'value' | 'expiresAt'> & {
  /** Login of the user it is for. */
  readonly user?: string | undefined
  /** ISO 8601. */
  readonly expiresAt?: string
}

function accessTokenView(org: Org, token: AccessToken): ShownAccessToken {
  const { id, scopes, userId, clientId, expiresAt } = token
  return {
    id,
    scopes,
    ...(userId === undefined ? {} : { userId, user: loginOf(org, userId) }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(expiresAt === undefined ? {} : { expiresAt: isoOf(expiresAt) }),
  }
}

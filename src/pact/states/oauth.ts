import { z } from 'zod'
import { givenSettings } from '../../contract/resources/client-settings.ts'
import { defined } from '../../model/kernel/defined.ts'
import type { ClientRecord } from '../../model/oauth/clients.ts'
import { id, names, userReference } from './params.ts'
import { defineState } from './state.ts'

const { client_name: _, ...otherSettings } = givenSettings()

/** Settings that a client can be registered with, the name among them. */
const settings = { client_name: z.string().min(1).optional(), ...otherSettings }

const defaultScopes = ['openid', 'offline_access']

export const oauthStates = {
  'a client exists': defineState({
    summary: 'There is an OAuth client with the given settings. Gives clientId, clientName and clientSecret',
    params: z.strictObject({ id: id.optional(), ...settings }),
    setUp: (stage, { id: wanted, ...given }) => clientValues(stage.client(wanted, defined(given))),
  }),
  'client {id} exists': defineState({
    summary: 'There is an OAuth client with this id. Gives clientId, clientName and clientSecret',
    params: z.strictObject({ id, ...settings }),
    setUp: (stage, { id: wanted, ...given }) => clientValues(stage.client(wanted, defined(given))),
  }),
  'client {id} does not exist': defineState({
    summary: 'There is no OAuth client with this id. Gives clientId, to ask for',
    params: z.strictObject({ id: id.default('0oaNothingHasThisId0') }),
    setUp(stage, { id: wanted }) {
      if (stage.org.clients.get(wanted)) stage.org.clients.remove(wanted)
      return { clientId: wanted }
    },
  }),
  'user {id} granted {scopes} to client {clientId}': defineState({
    summary:
      'A user has consented to scopes for a client; either is made where it is not there. Gives grantId, userId and clientId',
    params: z.strictObject({ id: userReference, scopes: names, clientId: id, grantId: id.optional() }),
    setUp(stage, { id: reference, scopes, clientId, grantId }) {
      const user = stage.user({ id: reference })
      const client = stage.client(clientId)
      if (grantId !== undefined) stage.org.ids.choose('grant', grantId)
      const [grant] = stage.control.grantConsent({ user: user.id, client: client.id, scopes: [...scopes] })
      return { grantId: grant!.id, userId: user.id, clientId: client.id }
    },
  }),
  'a refresh token exists': defineState({
    summary:
      'A refresh token was issued to a client for a user. Gives refreshTokenId, refreshToken, userId and clientId',
    params: z.strictObject({
      id: id.optional(),
      userId: userReference.optional(),
      clientId: id.optional(),
      scopes: names.default(defaultScopes),
    }),
    setUp(stage, { id: wanted, userId, clientId, scopes }) {
      const { org } = stage
      const user = stage.user({ id: userId })
      const client = stage.client(clientId)
      const server = org.authorizationServers.resolve(undefined)
      if (wanted !== undefined) org.ids.choose('refreshToken', wanted)
      const token = org.refreshTokens.issue({
        userId: user.id,
        clientId: client.id,
        scopes: org.authorizationServers.scopesNamed(server, scopes),
        server,
      })
      return { refreshTokenId: token.id, refreshToken: token.value, userId: user.id, clientId: client.id }
    },
  }),
}

function clientValues({ id: clientId, secret, settings: { client_name: clientName } }: ClientRecord): {
  readonly clientId: string
  readonly clientName: string
  readonly clientSecret: string
} {
  return { clientId, clientName, clientSecret: secret ?? '' }
}

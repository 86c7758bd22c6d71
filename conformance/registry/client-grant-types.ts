/** Which grant types go with which application type (Clients, Client Application). */
import { clientGrantRequirements as grantRequirements } from '../tables/grant-types.ts'
import { requirementsIn, inOrder } from './requirement.ts'

const place = {
  area: 'clients',
  document: 1,
  section: 'Client Application',
  operations: ['registerClient'],
} as const

const values = requirementsIn(place, {
  'clients.grant-types.device-code': {
    statement: 'Some application type may hold the device code grant.',
    reason: 'It is among the values, and in no row of the table of valid grant types.',
    covers: ['enum:Client.grant_types.device_code'],
  },
  'clients.grant-types.token-exchange': {
    statement: 'Some application type may hold the token exchange grant.',
    reason: 'It is among the values, and in no row of the table of valid grant types.',
    covers: ['enum:Client.grant_types.token-exchange'],
  },
  'clients.grant-types.interaction-code': {
    needs: ['newer-engine'],
    statement: 'Some application type may hold the interaction code grant.',
    reason: 'It is among the values, and in no row of the table of valid grant types.',
    covers: ['enum:Client.grant_types.interaction_code'],
  },
})

export const clientGrantTypeRequirements = [
  ...values,
  ...inOrder(
    grantRequirements(place),
    requirementsIn(place, {
      'clients.grant-types.service.oauth-only': {
        statement: 'A service client is kept to flows without OpenID Connect.',
        reason: 'Which registration that rules out, for example response type id_token, is not stated.',
        covers: ['grant:service.requires.oauth'],
      },
    }),
  ),
]

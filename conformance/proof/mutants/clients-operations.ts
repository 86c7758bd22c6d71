/** Servers that break requirements of the operations on clients. */
import { cell } from '../operators/operators.ts'
import { partsOf, unknownClientIds } from '../../tables/unknown-ids.ts'
import { drop, dropLink, set, status } from '../alter/answer.ts'
import { asks, both, lacks, on, sends, sendsValue, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreWrite } from '../alter/memory.ts'
import { oauthBody, refuse } from '../alter/refusal.ts'
import { newSecretFor, refuseButUpdatePartly, sameSecret, whereMethod } from './clients-settings.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf, type Mutant } from './mutant.ts'
import { recordOf } from './routes.ts'
import { answerOf } from '../alter/wire.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { refusals } from './families.ts'

const given = ({ path }: { path: string }) =>
  answerOf(200, { client_id: recordOf(path), client_secret: 'made-for-nothing' })

/** Successes whose status the API description states, and a wrong status. */
const statuses = [
  ['clients.register.created', 'registerClient', 200],
  ['clients.list.ok', 'listClients', 206],
  ['clients.get.ok', 'getClient', 203],
  ['clients.update.ok', 'updateClient', 201],
  ['clients.new-secret.ok', 'newClientSecret', 201],
  ['clients.delete.no-content', 'deleteClient', 200],
] as const

const isKeyed = sendsValue('token_endpoint_auth_method', 'private_key_jwt')

const isOf = (method: string) => (json: Json) => ({ ...json, client_secret: `of-${method}` })

const isFullChange = sendsValue('logo_uri', 'https://client.example.com/changed.png')

/** An update that leaves several settings out. */
const isPartial = both(lacks('redirect_uris'), lacks('grant_types'))

export const clientOperationMutants: readonly Mutant[] = [
  ...statuses.flatMap(([requirement, operation, wrong]): Mutant[] =>
    mistakesAt(operation, requirement, { 'other-status': whenSuccess(status(wrong)) }),
  ),
  ...mistakes({
    'clients.register.stored/changed': on(
      'getClient',
      whenSuccess(set('redirect_uris', ['https://client.example.com/other'])),
    ),
  }),
  ...mistakesIn('registerClient', {
    'clients.register.all-settings/partly': whenSuccess(drop('policy_uri')),
  }),
  ...(
    [
      ['clients.register.service-jwks', 'jwks'],
      ['clients.register.service-jwks-uri', 'jwks_uri'],
    ] as const
  ).flatMap(([requirement, path]) =>
    mistakesAt('registerClient', requirement, {
      'other-method': when(
        both(isKeyed, sends(path)),
        whenSuccess(set('token_endpoint_auth_method', 'client_secret_jwt')),
      ),
      'other-status': when(both(isKeyed, sends(path)), whenSuccess(status(202))),
    }),
  ),
  ...mistakesIn('listClients', {
    'clients.list.no-secret/shown': set('client_secret', 'not-for-everybody'),
    'clients.list.links/without-self': dropLink('self'),
    'clients.list.q/refused': [when(asks('q'), refuse()), 'clients.list.q-excludes'],
  }),
  ...refusals([
    ...unknownClientIds.map((row) => {
      const [status, code] = row.refused
      const [operation] = partsOf(row)
      return {
        requirement: row.id,
        on: operation,
        status,
        code,
        ...(operation === 'deleteClient' ? { accepted: { status: 204 } } : {}),
      }
    }),
    { requirement: 'clients.update.unknown', on: 'updateClient' },
  ]),
  ...mistakes({
    'clients.get.no-secret/shown': on('getClient', whenSuccess(set('client_secret', 'not-for-everybody'))),
  }),
  ...mistakesIn('updateClient', {
    'clients.update.client-id-allowed/ignored': when(sends('client_id'), ignoreWrite()),
    'clients.update.secret-returned/left-out': drop('client_secret'),
    'clients.update.secret-none/given': whereMethod('none', isOf('none')),
  }),
  ...mistakes({
    'clients.update.stored/partly': after(
      'updateClient',
      { outcome: 'success', when: isFullChange },
      { redirect_uris: ['https://client.example.com/callback'] },
    ),
    'clients.update.clears/ignored': after(
      'updateClient',
      { outcome: 'success', when: sendsValue('logo_uri', null) },
      { logo_uri: 'https://client.example.com/changed.png' },
    ),
  }),
  ...mistakesIn('updateClient', {
    'clients.update.partial/refused-but-done': when(isPartial, refuseButUpdatePartly()),
  }),
  ...mistakes({
    'clients.new-secret.differs/same': sameSecret('registerClient'),
    'clients.new-secret.differs/the-first-again': sameSecret('newClientSecret'),
    'clients.new-secret.none/given': newSecretFor('none', given),
    'clients.new-secret.private-key/given': newSecretFor('private_key_jwt', given),
  }),
  ...(['basic', 'post'] as const).flatMap((slug) =>
    mistakesOf(`clients.new-secret.${slug}`, {
      refused: newSecretFor(`client_secret_${slug}`, () => answerOf(400, oauthBody('invalid_request'))),
    }),
  ),
  ...(['basic', 'post'] as const).flatMap((slug) =>
    mistakesOf(`clients.new-secret.${slug}`, {
      null: newSecretFor(`client_secret_${slug}`, ({ path }) =>
        answerOf(200, { client_id: recordOf(path), client_secret: null }),
      ),
    }),
  ),
  ...mistakes({
    'clients.delete.gone/still-listed': cell('memory/survives', 'listClients'),
  }),
]

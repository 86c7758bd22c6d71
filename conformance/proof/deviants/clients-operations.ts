/** Servers that break clauses of the operations on clients. */
import type { Json } from '../../engine/wire/reply.ts'
import { body, drop, dropLink, edit, items, set, status } from '../alter/answer.ts'
import { asks, both, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreWrite } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreQuery, query } from '../alter/request.ts'
import {
  acceptPartial,
  lacks,
  makeByUpdate,
  refuseButUpdatePartly,
  sendsValue,
  whereMethod,
} from './clients-steps.ts'
import type { Deviant } from './deviant.ts'
import { deviant, deviantOf } from './deviant.ts'
import { refusals } from './families/refusals.ts'
import { recordOf } from './routes.ts'
import { secretDeviants, deleteDeviants } from './clients-secrets.ts'

/** Successes whose status the API description states, and a wrong status. */
const statuses = [
  ['clients.register.created', 'registerClient', 200],
  ['clients.list.ok', 'listClients', 206],
  ['clients.get.ok', 'getClient', 203],
  ['clients.update.ok', 'updateClient', 201],
  ['clients.new-secret.ok', 'newClientSecret', 201],
  ['clients.delete.no-content', 'deleteClient', 200],
] as const

const statusDeviants = statuses.flatMap(([clause, operation, wrong]): Deviant[] => [
  deviantOf(clause, 'other-status', {
    summary: `answers with ${wrong}`,
    alter: on(operation, whenSuccess(status(wrong))),
  }),
  deviantOf(clause, 'refused', {
    summary: 'refuses what it should do',
    alter: on(operation, refuse()),
  }),
])

const isKeyed = sendsValue('token_endpoint_auth_method', 'private_key_jwt')

const registerDeviants = [
  deviant('clients.register.stored/changed', {
    summary: 'shows other redirect URIs than were registered when a client is read',
    alter: on('getClient', whenSuccess(set('redirect_uris', ['https://client.example.com/other']))),
  }),
  deviant('clients.register.stored/not-stored', {
    summary: 'answers a registration and stores nothing',
    alter: on('registerClient', ignoreWrite()),
  }),
  deviant('clients.register.all-settings/partly', {
    summary: 'answers a registration without policy_uri',
    alter: on('registerClient', whenSuccess(drop('policy_uri'))),
  }),
  deviant('clients.register.all-settings/id-only', {
    summary: 'answers a registration with the client_id alone',
    alter: on(
      'registerClient',
      whenSuccess(
        edit('client_name', () => undefined),
        edit('grant_types', () => undefined),
      ),
    ),
  }),
  ...(
    [
      ['clients.register.service-jwks', 'jwks'],
      ['clients.register.service-jwks-uri', 'jwks_uri'],
    ] as const
  ).flatMap(([clause, path]) => [
    deviantOf(clause, 'refused', {
      summary: `refuses a service client with ${path}`,
      alter: on('registerClient', when(both(isKeyed, sends(path)), refuse())),
    }),
    deviantOf(clause, 'other-method', {
      summary: `registers a service client with ${path} for another token_endpoint_auth_method`,
      alter: on(
        'registerClient',
        when(both(isKeyed, sends(path)), whenSuccess(set('token_endpoint_auth_method', 'client_secret_jwt'))),
      ),
    }),
    deviantOf(clause, 'other-status', {
      summary: `answers the registration of a service client with ${path} with 202`,
      alter: on('registerClient', when(both(isKeyed, sends(path)), whenSuccess(status(202)))),
    }),
  ]),
]

const listDeviants = [
  deviant('clients.list.ok/one-missing', {
    summary: 'leaves a page without its last client',
    alter: on(
      'listClients',
      items((list) => list.slice(0, -1)),
    ),
  }),
  deviant('clients.list.ok/empty', {
    summary: 'lists no clients',
    alter: on(
      'listClients',
      items(() => []),
    ),
  }),
  deviant('clients.list.ok/object', {
    summary: 'lists clients in an object, not in an array',
    alter: on(
      'listClients',
      body((clients) => ({ clients })),
    ),
  }),
  deviant('clients.list.no-secret/shown', {
    summary: 'lists clients with their secrets',
    alter: on('listClients', set('client_secret', 'not-for-everybody')),
  }),
  deviant('clients.list.after/ignored', {
    summary: 'ignores the cursor, and answers the first page again',
    alter: on('listClients', ignoreQuery('after')),
  }),
  deviant('clients.list.after/refused', {
    summary: 'refuses its own cursor',
    alter: on('listClients', when(asks('after'), refuse())),
  }),
  deviant('clients.list.after/skips', {
    summary: 'leaves out the first client after the cursor',
    alter: on(
      'listClients',
      when(
        asks('after'),
        items((list) => list.slice(1)),
      ),
    ),
  }),
  deviant('clients.list.limit/ignored', {
    summary: 'ignores limit',
    alter: on('listClients', ignoreQuery('limit')),
  }),
  deviant('clients.list.limit/one-more', {
    summary: 'answers one client more than limit',
    alter: on(
      'listClients',
      query('limit', (old) => (old === null ? undefined : String(Number(old) + 1))),
    ),
  }),
  deviant('clients.list.limit/refused', {
    summary: 'refuses limit',
    alter: on('listClients', when(asks('limit'), refuse())),
  }),
  ...(['self', 'next'] as const).map((relation) =>
    deviant(`clients.list.links/without-${relation}`, {
      summary: `lists clients without the link ${relation}`,
      alter: on('listClients', dropLink(relation)),
    }),
  ),
  deviant('clients.list.q/finds-nothing', {
    summary: 'finds no client by q',
    alter: on(
      'listClients',
      when(
        asks('q'),
        items(() => []),
      ),
    ),
  }),
  deviant('clients.list.q/refused', {
    summary: 'refuses q',
    breaks: 'clients.list.q-excludes',
    alter: on('listClients', when(asks('q'), refuse())),
  }),
  deviant('clients.list.q-excludes/ignored', {
    summary: 'ignores q',
    alter: on('listClients', ignoreQuery('q')),
  }),
]

const readDeviants = [
  deviant('clients.get.ok/another', {
    summary: 'answers with another client than was asked for',
    alter: on('getClient', whenSuccess(set('client_id', 'another'))),
  }),
  deviant('clients.get.no-secret/shown', {
    summary: 'shows the secret when a client is read',
    alter: on('getClient', whenSuccess(set('client_secret', 'not-for-everybody'))),
  }),
  ...refusals([
    { clause: 'clients.get.unknown', on: 'getClient', status: 401, code: 'invalid_client' },
    {
      clause: 'clients.delete.unknown',
      on: 'deleteClient',
      status: 401,
      code: 'invalid_client',
      accepted: { status: 204 },
    },
    { clause: 'clients.new-secret.unknown', on: 'newClientSecret', status: 404, code: 'E0000007' },
    { clause: 'clients.update.unknown', on: 'updateClient' },
  ]),
  deviant('clients.update.unknown/refused-but-made', {
    summary: 'refuses an update of an unknown client, and makes one under that id',
    alter: makeByUpdate(({ path }) => recordOf(path)),
  }),
  deviant('clients.client-id.immutable/copied', {
    summary: 'makes a client under the other client_id of an update',
    alter: makeByUpdate(({ json }) => json?.client_id),
  }),
]

const isOf = (method: string) => (json: Json) => ({ ...json, client_secret: `of-${method}` })

const isFullChange = sendsValue('logo_uri', 'https://client.example.com/changed.png')

const updateDeviants = [
  deviant('clients.update.ok/done-but-refused', {
    summary: 'carries an update out and answers with a refusal',
    alter: on('updateClient', refuseButDo()),
  }),
  deviant('clients.update.ok/shows-old', {
    summary: 'answers an update with the old redirect URIs',
    alter: on('updateClient', whenSuccess(set('redirect_uris', ['https://client.example.com/callback']))),
  }),
  deviant('clients.update.stored/accepted-and-ignored', {
    summary: 'answers an update as if it had carried it out',
    alter: on('updateClient', ignoreWrite()),
  }),
  deviant('clients.update.stored/partly', {
    summary: 'stores all of an update but the redirect URIs',
    alter: after(
      'updateClient',
      { outcome: 'success', when: isFullChange },
      { redirect_uris: ['https://client.example.com/callback'] },
    ),
  }),
  deviant('clients.update.client-id-allowed/refused', {
    summary: 'refuses an update that holds the client_id',
    alter: on('updateClient', when(sends('client_id'), refuse())),
  }),
  deviant('clients.update.client-id-allowed/ignored', {
    summary: 'ignores an update that holds the client_id',
    alter: on('updateClient', when(sends('client_id'), ignoreWrite())),
  }),
  deviant('clients.update.secret-returned/left-out', {
    summary: 'answers an update without the client_secret',
    alter: on('updateClient', drop('client_secret')),
  }),
  deviant('clients.update.secret-returned/null', {
    summary: 'answers an update with client_secret null',
    alter: on(
      'updateClient',
      edit('client_secret', () => null),
    ),
  }),
  deviant('clients.update.secret-none/given', {
    summary: 'gives a client without a secret one by an update',
    alter: on('updateClient', whereMethod('none', isOf('none'))),
  }),
  deviant('clients.update.secret-none/refused', {
    summary: 'refuses updates of a client without a secret',
    alter: on('updateClient', when(sendsValue('token_endpoint_auth_method', 'none'), refuse())),
  }),
  deviant('clients.update.clears/ignored', {
    summary: 'keeps the logo_uri when an update sends null',
    alter: after(
      'updateClient',
      { outcome: 'success', when: sendsValue('logo_uri', null) },
      { logo_uri: 'https://client.example.com/changed.png' },
    ),
  }),
  deviant('clients.update.clears/refused', {
    summary: 'refuses an update with logo_uri null',
    alter: on('updateClient', when(sendsValue('logo_uri', null), refuse())),
  }),
]

/** Updates that leave a setting out. */
const partial = [
  ['clients.update.partial', both(lacks('redirect_uris'), lacks('grant_types'))],
  ['clients.update.missing-name', lacks('client_name')],
  ['clients.update.missing-redirect-uris', both(lacks('redirect_uris'), sends('grant_types'))],
  ['clients.update.missing-response-types', both(lacks('response_types'), sends('grant_types'))],
  ['clients.update.missing-grant-types', both(lacks('grant_types'), sends('redirect_uris'))],
  ['clients.update.missing-auth-method', both(lacks('token_endpoint_auth_method'), sends('grant_types'))],
] as const

const partialDeviants = [
  ...partial.flatMap(([clause, fits]): Deviant[] => [
    deviantOf(clause, 'accepted', {
      summary: 'accepts an update that leaves settings out, and keeps those',
      alter: on('updateClient', when(fits, acceptPartial())),
    }),
    deviantOf(clause, 'refused-but-done', {
      summary: 'refuses an update that leaves settings out, and stores the rest',
      alter: on('updateClient', when(fits, refuseButUpdatePartly())),
    }),
  ]),
  ...refusals([
    {
      clause: 'clients.update.missing-name',
      on: 'updateClient',
      when: lacks('client_name'),
      status: 400,
      code: 'invalid_client_metadata',
    },
  ]).filter(({ id }) => !id.endsWith('/accepted')),
  deviant('clients.update.partial/pretended', {
    summary: 'answers a partial update with 200 and changes nothing',
    alter: on('updateClient', when(lacks('grant_types'), acceptInstead())),
  }),
]

export const clientOperationDeviants: readonly Deviant[] = [
  ...statusDeviants,
  ...registerDeviants,
  ...listDeviants,
  ...readDeviants,
  ...updateDeviants,
  ...partialDeviants,
  ...secretDeviants,
  ...deleteDeviants,
]

/** Steps that mutants of clients share, in addition to those in `alter/`. */
import type { Json } from '../../engine/wire/reply.ts'
import { body, edit, inCapitals, set } from '../alter/answer.ts'
import {
  both,
  lacks,
  not,
  on,
  recordBefore,
  sends,
  sendsList,
  sendsValue,
  when,
  whenRefused,
  whenSuccess,
} from '../alter/flow.ts'
import { holds, isObject } from '../alter/path.ts'
import {
  goesTo,
  recordOf,
  answerOf,
  answerWith,
  isSuccess,
  sentWith,
  type Alteration,
  type Answer,
  type Sent,
} from '../alter/wire.ts'
import { input } from '../alter/request.ts'
import {
  clientSettings,
  defaultedSettings,
  listedSettings,
  listedValues,
} from '../../tables/client-settings.ts'
import { ignoreProperty, takeFromCaller } from '../alter/memory.ts'
import { acceptWith, oauthBody, refuse } from '../alter/refusal.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import { allowed, shown } from './families.ts'

/** Changes the body of answers to calls of a client of this token_endpoint_auth_method. */
export function whereMethod(method: string, change: (json: Json) => Json): Alteration {
  return body((json) =>
    isObject(json) && json['token_endpoint_auth_method'] === method ? change(json) : json,
  )
}

/** Settings that only the service sets, and that no update may contain. */
const issued = new Set([
  'client_id',
  'client_id_issued_at',
  'client_secret',
  'client_secret_expires_at',
  '_links',
])

/** Refuses an update that leaves settings out, and stores the rest as if it also sent these settings. */
export function refuseButUpdatePartly(): Alteration {
  return whenRefused(() => async (sent, forward) => {
    const answer = await forward(sent)
    const client = Object.entries(Object(await recordBefore(sent, forward)))
    const settings = Object.fromEntries(client.filter(([name]) => !issued.has(name)))
    await forward(sentWith(sent, { json: { ...settings, ...sent.json } }))
    return answer
  })
}

/** Answers newSecret differently for clients that were registered with this token_endpoint_auth_method. */
export function newSecretFor(method: string, answer: (sent: Sent) => Answer): Alteration {
  const isNewSecret = goesTo('newClientSecret')
  const isRegistration = goesTo('registerClient')
  return () => {
    const ids = new Set<string>()
    return async (sent, forward) => {
      if (isNewSecret(sent) && ids.has(recordOf(sent.path) ?? '')) return answer(sent)
      const answered = await forward(sent)
      if (isRegistration(sent) && sent.json?.token_endpoint_auth_method === method)
        ids.add(String(answered.json?.client_id))
      return answered
    }
  }
}

/** newSecret answers the secret from the first newSecret of the client. */
export function sameSecret(): Alteration {
  return on('newClientSecret', () => {
    const secrets = new Map<string, Json>()
    return async (sent, forward) => {
      const answer = await forward(sent)
      if (!isSuccess(answer)) return answer
      const first = secrets.get(sent.path) ?? answer.json?.client_secret
      secrets.set(sent.path, first)
      return answerWith(answer, { json: { ...answer.json, client_secret: first } })
    }
  })
}

/** Refuses a registration whose settings, except the name, equal those of an earlier one. */
function refuseRepeated(refusal: Answer): Alteration {
  return on('registerClient', () => {
    const seen = new Set<string>()
    return async (sent, forward) => {
      const { client_name: _name, ...settings } = Object(sent.json)
      const key = JSON.stringify(settings)
      if (seen.has(key)) return refusal
      seen.add(key)
      return forward(sent)
    }
  })
}

const reads = ['registerClient', 'getClient', 'updateClient'] as const

/** Settings that a client shows after a request sets them (Clients, Client Application). */
const kept = [
  ...clientSettings.map(({ slug, name }) => [slug, name] as const),
  ['frontchannel-session-required', 'frontchannel_logout_session_required'] as const,
]

/** Settings that a client shows as null if no request sets them. */
const nulls = [
  ...clientSettings.map(({ slug, name }) => [slug, name] as const),
  ['jwks', 'jwks'] as const,
  ['request-object-alg', 'request_object_signing_alg'] as const,
]

const withoutCode = both(
  sendsList('grant_types', ['authorization_code', 'implicit']),
  ({ json }) => !json.response_types?.includes('code'),
)

export const clientSettingMutants: readonly Mutant[] = [
  ...kept.flatMap(([slug, path]): Mutant[] =>
    mutantsOf(`clients.${slug}.kept`, {
      ignored: on('registerClient', ignoreProperty(path)),
      refused: on('registerClient', when(both(sends(path), not(sendsValue(path, null))), refuse())),
    }),
  ),
  ...nulls.flatMap(([slug, path]) =>
    mutantsAt(reads, `clients.${slug}.null`, {
      'left-out': edit(path, (value: Json) =>
        value === null || (Array.isArray(value) && value.length === 0) ? undefined : value,
      ),
    }),
  ),
  ...mutants({
    'clients.frontchannel-session-required.null/refused': on(
      'registerClient',
      when(sendsValue('frontchannel_logout_session_required', null), refuse()),
    ),
  }),
  ...mutantsIn('registerClient', {
    'clients.redirect-uris.kept/first-only': input('redirect_uris', (list: Json) =>
      Array.isArray(list) ? list.slice(0, 1) : list,
    ),
  }),
  ...mutantsIn(reads, {
    'clients.grant-types.kept/more': whenSuccess(edit('grant_types', (list: Json) => [...list, 'implicit'])),
  }),
  ...mutantsIn('getClient', {
    'clients.name.kept/in-capitals': inCapitals('client_name'),
  }),
  ...listedValues.flatMap(({ slug, name, value }) =>
    mutantsAt('registerClient', `clients.${slug}`, allowed(name, value)),
  ),
  ...listedValues.flatMap(({ slug, name: path, value, other }) =>
    mutantsAt('getClient', `clients.${slug}`, {
      'shown-as-another': edit(path, (old: Json) =>
        Array.isArray(old) ? old.map((each) => (each === value ? other : each)) : old === value ? other : old,
      ),
    }),
  ),
  ...(['post', 'basic', 'jwt'] as const).flatMap((slug) =>
    mutantsAt('registerClient', `clients.auth-method.${slug}`, {
      'without-secret': whereMethod(
        `client_secret_${slug}`,
        ({ client_secret: _secret, ...others }) => others,
      ),
    }),
  ),
  ...defaultedSettings.flatMap(({ slug, name, wrong }) =>
    mutantsAt('registerClient', `clients.${slug}.default`, {
      'other-default': when(lacks(name), input(name, wrong)),
      required: when(not(sends(name)), refuse()),
    }),
  ),
  ...listedSettings
    .flatMap((row) => row.cases.map((one) => ({ ...row, ...one })))
    .flatMap(({ slug, name, value, instead }, index) =>
      mutantsOf(`clients.${slug}.unknown`, {
        [`accepted-${index}`]: on(
          'registerClient',
          when(sends(name, holds(value)), acceptWith(name, instead)),
        ),
      }),
    ),
  ...mutantsAt('getClient', 'clients.client-id.present', shown('client_id')),
  ...mutantsAt(reads, 'clients.issued-at.unix-seconds', shown('client_id_issued_at')),
  ...mutantsAt('registerClient', 'clients.secret.generated', shown('client_secret')),
  ...mutantsAt('registerClient', 'clients.secret-expires-at.number', shown('client_secret_expires_at')),
  ...mutants({
    'clients.client-id.unique/shared': on('registerClient', whenSuccess(set('client_id', 'shared'))),
    'clients.settings.shared/refused': refuseRepeated(answerOf(400, oauthBody('invalid_client_metadata'))),
  }),
  ...mutantsIn('registerClient', {
    'clients.secret.unique/shared': edit('client_secret', 'same-for-everybody'),
    'clients.secret.none/given': whereMethod('none', (json) => ({ ...json, client_secret: 'of-no-use' })),
    'clients.secret.private-key/given': whereMethod('private_key_jwt', (json) => ({
      ...json,
      client_secret: 'of-no-use',
    })),
    'clients.secret-expires-at.zero/negative': edit('client_secret_expires_at', -1),
  }),
  ...(
    [
      ['clients.client-id.not-chosen', 'registerClient', 'client_id'],
      ['clients.issued-at.read-only', 'registerClient', 'client_id_issued_at'],
      ['clients.issued-at.read-only', 'updateClient', 'client_id_issued_at'],
      ['clients.secret.not-chosen', 'registerClient', 'client_secret'],
      ['clients.secret-expires-at.read-only', 'registerClient', 'client_secret_expires_at'],
      ['clients.client-id.immutable', 'updateClient', 'client_id'],
      ['clients.update.secret-not-chosen', 'updateClient', 'client_secret'],
    ] as const
  ).flatMap(([requirement, where, path]) =>
    mutantsOf(requirement, {
      [`taken-by-${where === 'registerClient' ? 'registration' : 'update'}`]: takeFromCaller(where, path),
    }),
  ),
  ...mutants({
    'clients.logo-uri.null/left-out-after-update': on(
      'updateClient',
      whenSuccess(body((client: Json) => ({ ...client, logo_uri: client?.logo_uri ?? undefined }))),
    ),
    'clients.response-types.implied-code/accepted': on(
      'registerClient',
      when(withoutCode, acceptWith('response_types', ['code', 'token'])),
    ),
  }),
  ...(['registerClient', 'getClient'] as const).flatMap((where) =>
    (['redirect_uris', 'post_logout_redirect_uris'] as const).flatMap((path) =>
      mutantsAt(where, 'clients.empty-lists', {
        [`${path.replaceAll('_', '-')}-null-by-${where.toLowerCase()}`]: edit(path, (list: Json) =>
          Array.isArray(list) && list.length === 0 ? null : list,
        ),
      }),
    ),
  ),
]

import {
  a,
  type Api,
  type CheckContext,
  type Json,
  type Reply,
  type RequirementId,
} from '../../engine/run/check.ts'
import { Expectation } from '../../engine/judge/expectation.ts'
import { webClient } from '../../engine/plan/forms.ts'
import { walkList } from '../../engine/run/api.ts'
import { clientPath, clientsPath, readClient } from './paths.ts'
import { invalidVariants } from '../../tables/required.ts'

/** Settings of a client, as sent. A value `undefined` is left out. */
export type Settings = Readonly<Record<string, Json>>

/** A redirect URI that is absolute and has no fragment. */
export const [callback] = webClient.redirect_uris

/** Settings that a client of each type may be registered with (Clients, Client Application). */
export const baseSettings = {
  web: webClient,
  native: { ...webClient, application_type: 'native' },
  browser: { ...webClient, application_type: 'browser', token_endpoint_auth_method: 'none' },
  service: {
    redirect_uris: [],
    response_types: ['token'],
    application_type: 'service',
    grant_types: ['client_credentials'],
    token_endpoint_auth_method: 'client_secret_basic',
  },
} as const satisfies Readonly<Record<string, Settings>>

/** A service client that authenticates with a key (Clients, POST /oauth2/v1/clients). */
export const keyedService = (kid: string): Settings => ({
  ...baseSettings.service,
  redirect_uris: undefined,
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: [ecKey(kid)] },
})

/** Registers a client. Unlike `given.client` it does not block the check when the registration is refused. */
export function register(api: Api, name: Json, settings: Settings): Promise<Reply> {
  return api.post(clientsPath, { client_name: name, ...settings })
}

/** Registers a client and reads it back. */
export async function registered(
  api: Api,
  name: Json,
  settings: Settings,
): Promise<{ readonly reply: Reply; readonly read: Reply }> {
  const reply = await register(api, name, settings)
  return { reply, read: await readClient(api, reply) }
}

/** A full body for an update: everything that was read, without the properties that it must not send. */
export function fullSettings(client: Json): Record<string, Json> {
  const {
    client_id_issued_at: _at,
    client_secret: _secret,
    client_secret_expires_at: _expiry,
    ...rest
  } = client
  const { client_id: _id, _links, ...settings } = rest
  return settings
}

/** All clients that can be listed, up to the limit of a run. */
export function allClients(api: Api): ReturnType<typeof walkList> {
  return walkList(api, clientsPath, { limit: 200 }, 50)
}

/** A demand for a list of these values in any order. */
export function sameList(values: readonly unknown[]): Expectation {
  const sorted = (list: readonly unknown[]): string => JSON.stringify(list.map(String).toSorted())
  return new Expectation(
    `${JSON.stringify(values)} in any order`,
    (value) => Array.isArray(value) && sorted(value) === sorted(values),
  )
}

/** Settings as a demand: lists in any order. */
export function demanded(settings: Settings): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? sameList(value) : value]),
  )
}

/** A public RSA key of 2048 bits. Nobody has its private half. */
export function rsaKey(kid: string | null): Record<string, Json> {
  return {
    kty: 'RSA',
    kid,
    e: 'AQAB',
    n: 'rDbQ-QodgCh6v0Gd_QNvdFYIYfRP6TXMkJshW5yCm5DxZEp1UKH_f0Rw_gntCaSTEe2zJTb0hMjWJrjLd25sd0CAIbHBhSN-YnoQJvtdzjgHR07RwnkoY7GGTyMxXXoHqbsLaujTCuapZOinO_s0ocVGyES2fvxqyF-1s0MMKITahUieXhtBpOY800Rf6754eTfxLA9I8upiTubLLvPJnuiKLAsojdOxC7UdTSlxYsMPDWWvcShV2V8XpsU3gBkWRubxec_156kaXFiTVZVlFMyD7y_mKMRDb3UnKH73lDNVQx-PEV5EXQCVT5nnKaxXYrDUtV9-OuToG78Di_iIfQ',
  }
}

/** A public EC key on the curve P-256. Nobody has its private half. */
export function ecKey(kid: string | null): Record<string, Json> {
  return {
    kty: 'EC',
    kid,
    crv: 'P-256',
    x: '9clHfaX5DjQVtBb6GyCHfqRMYMiwPPKbDeZ9uskhw7E',
    y: 'KibXODLzKNUeTJ_KE-NXmBjFWSrVAGs4Zz2-ll1Rv-Q',
  }
}

/**
 * Lists of keys that are refused (Clients, JSON Web Key Set), by the requirement that says so. A faulty key is the
 * second: a server may look at the first only.
 */
export const refusedKeys = [
  ['clients.jwks.kid.unique', [rsaKey('same'), ecKey('same')]],
  ['clients.jwks.kid.null-several', [rsaKey('key'), ecKey(null)]],
  ['clients.jwks.kid.null-several', [rsaKey(null), ecKey('key')]],
  ...[
    ...invalidVariants('clients.jwks.kty', rsaKey('key')),
    ...invalidVariants('clients.jwks.rsa', rsaKey('key')),
    ...invalidVariants('clients.jwks.ec', ecKey('key')),
  ].map(([requirement, key]) => [requirement, [ecKey('sound'), key]] as const),
] as const

type Context<Id extends string> = Pick<CheckContext<Id>, 'api' | 'judge' | 'unique'>

/** A requirement and the settings of a registration that it is about. */
export type Registration<Id extends string = RequirementId> = readonly [
  requirement: Id,
  settings: Settings,
  ...more: readonly unknown[],
]

/** A requirement, the settings that it is about, their base, and what the reply shows as well. */
export type Carried<Id extends string = RequirementId> = readonly [
  requirement: Id,
  settings: Settings,
  base: Settings,
  inReply?: object,
]

/** Groups rows that one client can have together: with the same base, each setting at most once. */
function togetherOf<Id extends string>(rows: readonly Carried<Id>[]): Carried<Id>[][] {
  const lists: Carried<Id>[][] = []
  for (const row of rows) {
    const [, settings, base] = row
    const fits = ([, other, itsBase]: Carried<Id>): boolean =>
      itsBase === base && !Object.keys(settings).some((name) => name in other)
    const list = lists.find((each) => each.every(fits))
    if (list) list.push(row)
    else lists.push([row])
  }
  return lists
}

/** A client carries each of these settings, in the reply and when read. Returns the clients that have all together. */
export async function judgeCarried<Id extends string>(
  { api, judge, unique }: Context<Id>,
  rows: readonly Carried<Id>[],
): Promise<readonly { readonly reply: Reply; readonly read: Reply; readonly settings: Settings }[]> {
  const made = []
  for (const group of togetherOf(rows)) {
    const own = { client_name: unique('whole') }
    const settings: Settings = Object.assign(own, group[0]?.[2], ...group.map(([, one]) => one))
    const whole = await registered(api, own.client_name, settings)
    made.push({ ...whole, settings })
    for (const [requirement, setting, base, inReply = {}] of group) {
      // One by one if all together are refused, to find the refused one.
      const isAlone = whole.reply.status >= 300 && group.length > 1
      const { reply, read } = isAlone ? await registered(api, unique('one'), { ...base, ...setting }) : whole
      judge(requirement).matches(reply, { ...demanded(setting), ...inReply })
      judge(requirement).matches(read, demanded(setting))
    }
  }
  return made
}

/** No client comes to show this: the registration is refused, or neither its reply nor the client shows it. */
export async function judgeNever<Id extends string>(
  { api, judge, unique }: Context<Id>,
  rows: readonly (readonly [requirement: Id, settings: Settings, shows: (client: Json) => boolean])[],
): Promise<void> {
  for (const [requirement, settings, shows] of rows) {
    const name = unique('never')
    const { reply, read } = await registered(api, name, settings)
    if (reply.status >= 300) {
      judge(requirement).refused(reply)
      continue
    }
    for (const each of [reply, read]) {
      judge(requirement).matches(each, { client_name: name })
      judge(requirement).on(each).ok(!shows(each.json), 'nothing of it is shown', each.body)
    }
  }
}

/** Each registration is accepted; the client shows these of its settings, in the reply and when read. */
export async function judgeAccepted<Id extends string>(
  { api, judge, unique }: Context<Id>,
  rows: readonly Registration<Id>[],
  carried: readonly string[],
): Promise<void> {
  for (const [requirement, settings] of rows) {
    const { reply, read } = await registered(api, unique('accepted'), settings)
    const expected = demanded(Object.fromEntries(carried.map((name) => [name, settings[name]])))
    judge(requirement).matches(reply, { client_id: a.string, ...expected })
    judge(requirement).matches(read, expected)
  }
}

/**
 * Each registration is refused, while a plain one is not, and the list of clients afterwards contains no refused one.
 * Their name identifies them; if they were sent without one, their redirect URI. An update to the same settings is
 * refused as well, and changes nothing.
 */
export async function judgeRefused<Id extends string>(
  { api, judge, unique }: Context<Id>,
  rows: readonly Registration<Id>[],
): Promise<void> {
  await register(api.control('clients.register.created'), unique('control'), baseSettings.web)
  const marks: (readonly [Id, object])[] = []
  for (const [requirement, settings] of rows) {
    const name = unique('refused')
    const isNamed = !('client_name' in settings)
    const mark = isNamed ? { client_name: name } : { redirect_uris: [`https://${name}.example.com/callback`] }
    marks.push([requirement, mark])
    judge(requirement).refused(await register(api, name, isNamed ? settings : { ...settings, ...mark }))
  }
  const { items } = await allClients(api)
  for (const [requirement, mark] of marks) judge(requirement).none(items, mark, 'no client was registered')
  const named = rows.filter(([, settings]) => !('client_name' in settings))
  for (const [type, some] of Map.groupBy(named, ([, { application_type: each }]) => each as ClientType))
    await judgeRefusedUpdates({ api, judge, unique }, baseSettings[type], some)
}

type ClientType = keyof typeof baseSettings

/** No update gives these settings to a client that was registered with others. */
async function judgeRefusedUpdates<Id extends string>(
  { api, judge, unique }: Context<Id>,
  base: Settings,
  rows: readonly Registration<Id>[],
): Promise<void> {
  const control = api.control('clients.update.ok')
  const { reply, read } = await registered(control, unique('updated'), base)
  const path = clientPath(reply.json.client_id)
  const settings = fullSettings(read.json)
  await control.put(path, settings)
  const accepted: Id[] = []
  for (const [requirement, change] of rows) {
    const refused = await api.put(path, { ...settings, ...change, client_name: unique('against') })
    if (!judge(requirement).refused(refused)) accepted.push(requirement)
  }
  const after = await api.get(path)
  // An update that was accepted explains the change: then the refused ones are not to blame.
  for (const requirement of accepted.length > 0 ? accepted : rows.map(([each]) => each))
    judge(requirement).on(after).like(after.json, demanded(settings))
}

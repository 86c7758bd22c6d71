import type { RequirementId } from '../../registry/requirements.ts'
import { routes } from '../../engine/wire/routes.ts'
import {
  partsOf,
  strayBodies,
  type UnknownId,
  unknownClientIds,
  unknownCredentialIds,
  unknownGrantIds,
  unknownLifecycleIds,
  unknownRuleIds,
  unknownSessionIds,
  unknownUserIds,
} from '../../tables/unknown-ids.ts'
import type { Command } from './commands.ts'
import { routed, stating, users } from './commands.ts'
import { fill, segmentOf } from '../sequence/sequence.ts'
import type { GeneratorState } from '../sequence/generator-state.ts'

type Row = Pick<UnknownId, 'of'> & { readonly id: RequirementId }

/** Calls that name a rule or a client alone: each is refused where nothing has the id. */
const calls: Readonly<Record<'rules' | 'clients', readonly Row[]>> = {
  rules: unknownRuleIds.filter(({ needs }) => needs === undefined),
  clients: unknownClientIds,
}

/** A call on an unknown id. Each id in the path is this one, or the one for its name there. */
export function onUnknown(row: Row, id: string | ((name: string) => string)): Command {
  const [operation] = partsOf(row)
  const route = routed(operation, id)
  const body = strayBodies[operation]
  const isSilent = route.method === 'POST' && body === undefined && route.path.startsWith(users)
  return {
    call: stating(row.id, {
      ...route,
      ...(body === undefined ? {} : { body }),
      ...(isSilent ? { query: { sendEmail: 'false' } } : {}),
      dimension: 'names-in-paths',
    }),
  }
}

/** A call on a rule or a client that is gone, or never was. */
export function onGone(state: GeneratorState, kind: keyof typeof calls): Command {
  const gone = state[kind].filter((each) => state.gone.has(each))
  const id = kind === 'rules' ? 'id' : 'client_id'
  const row = state.leastUsed(calls[kind], (each) => `gone ${each.id} ${gone.length > 0}`)
  const segment = gone.length > 0 ? `«${state.rng.pick(gone)}.${id}»` : '«none1»'
  return onUnknown(row, segment)
}

/** Calls on an unknown user, and those for features that may be missing. */
const unknownCalls: readonly Row[] = [
  ...unknownUserIds,
  ...unknownLifecycleIds,
  ...unknownSessionIds,
  ...unknownCredentialIds.filter(({ of }) => of === 'forgotPassword.userId'),
]
const unknownGrantCalls: readonly Row[] = unknownGrantIds.filter((row) =>
  /^[^{]*\{userId\}[^{]*$/.test(routes[partsOf(row)[0]]),
)

/** The method and the part of the user that a call is about. */
const kindOf = (row: Row): string =>
  routes[partsOf(row)[0]].replace(/^(\S+ \/api\/v1\/users\/[^/]+(\/\w+)?).*/, '$1')

/** A call on a user that does not exist, or no longer exists. */
export function unknownUser(state: GeneratorState): Command | undefined {
  const { rng } = state
  const removed = state.people.filter(({ handle }) => state.gone.has(handle))
  const former = state.people.flatMap(({ formerLogins }) => formerLogins).filter((each) => !/[/?]/.test(each))
  // A service may know a removed one for longer; an id that nobody ever had is seldom known.
  const segment =
    former.length > 0 && rng.chance(0.4)
      ? segmentOf(rng.pick(former))
      : removed.length > 0 && rng.chance(0.85)
        ? `«${rng.pick(removed).handle}.id»`
        : '«none1»'
  return onNobody(state, segment)
}

/** Whether a name in a path is the login, or the unique short name, of a user who exists. */
export function isKnown(state: GeneratorState, segment: string): boolean {
  const name = decodeURIComponent(fill(segment, state.model) ?? '').toLowerCase()
  const logins = state.livingPeople.map(({ handle }) =>
    String(state.truth(handle).profile.login).toLowerCase(),
  )
  return logins.includes(name) || logins.filter((login) => login.split('@')[0] === name).length === 1
}

/** A call on a user by a name that is nobody's. */
export function onNobody(state: GeneratorState, segment: string): Command | undefined {
  if (!segment.includes('.id»') && isKnown(state, segment)) return undefined
  const rows = [...unknownCalls, ...(state.means.earlyAccess ? unknownGrantCalls : [])]
  const kind = state.leastUsed(
    [...new Set(rows.map(kindOf))],
    (each) => `unknown ${each} ${segment.includes('.id»')}`,
  )
  const row = state.leastUsed(
    rows.filter((each) => kindOf(each) === kind),
    ({ of }) => `unknown ${of} ${segment.includes('40')}`,
  )
  return onUnknown(row, segment)
}

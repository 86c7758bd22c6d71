/** Old states that come back after a change or deletion, and times that move wrongly or not at all. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { after, idOf } from '../alter/memory.ts'
import {
  goesTo,
  recordOf,
  recordPath,
  answerWith,
  isSuccess,
  type Alteration,
  type Answer,
  type Sent,
} from '../alter/wire.ts'
import {
  fitting,
  hasRecord,
  isList,
  isRead,
  named,
  ofClient,
  ofGroup,
  ofMember,
  ofRule,
  ofUser,
  type Operator,
} from './operator.ts'

/** The first read after the call shows its effect; every later read shows the state before. */
const comesBack =
  (operation: OperationName): Alteration =>
  () => {
    const fits = goesTo(operation)
    const last = new Map<string, Answer>()
    const undone = new Map<string, { readonly old: Answer; seen: number }>()
    return async (sent, forward) => {
      const answered = await forward(sent)
      if (sent.method === 'GET') {
        const key = `${sent.path}?${sent.query}`
        const undo = undone.get(key)
        if (undo !== undefined) return undo.seen++ > 0 ? undo.old : answered
        if (isSuccess(answered)) last.set(key, answered)
        return answered
      }
      const here = recordPath(sent.path)
      if (here === undefined || !isSuccess(answered)) return answered
      for (const [key, old] of last) {
        if (!/^[/?]/.test(key.slice(here.length)) || !key.startsWith(here)) continue
        if (fits(sent)) undone.set(key, { old, seen: 0 })
        else undone.delete(key)
      }
      return answered
    }
  }

/** Whether a query asks for the record by one of its names. */
function asksFor({ query }: Sent, record: Json): boolean {
  const texts = ['q', 'search', 'filter'].flatMap((name) => query.get(name) ?? [])
  const profile: Json = record?.profile ?? {}
  const names = [
    idOf(record),
    record?.name,
    record?.client_name,
    profile.name,
    profile.login,
    profile.lastName,
  ]
  return texts.every((text) =>
    names.some((name) => typeof name === 'string' && (text.includes(name) || name.startsWith(text))),
  )
}

/** Still lists records that were deleted, or removed from the list. */
const survives =
  (operation: OperationName): Alteration =>
  () => {
    const fits = goesTo(operation)
    const listed = new Map<string, Map<string, Json>>()
    const known = new Map<string, { readonly path: string; readonly record: Json }>()
    const gone = new Map<string, Json>()
    return async (sent, forward) => {
      const answered = await forward(sent)
      const { json } = answered
      if (!isSuccess(answered)) return answered
      if (sent.method === 'DELETE') {
        const id = decodeURIComponent(sent.path.slice(sent.path.lastIndexOf('/') + 1))
        for (const [list, items] of listed)
          if (
            items.has(id) &&
            (sent.path.startsWith(list) ||
              recordOf(sent.path) === id ||
              /\/(?:grants|tokens)\/[^/]+$/.test(sent.path))
          )
            gone.set(`${list} ${id}`, items.get(id))
        // A user disappears with the second DELETE.
        const record = known.get(id)
        if (record?.path === sent.path)
          gone.set(`${sent.path.slice(0, sent.path.lastIndexOf('/'))} ${id}`, record.record)
        return answered
      }
      const id = idOf(json)
      if (typeof id === 'string') {
        const path = recordPath(sent.path) ?? `${sent.path}/${encodeURIComponent(id)}`
        if (path.endsWith(`/${encodeURIComponent(id)}`)) known.set(id, { path, record: json })
      }
      if (!fits(sent) || !Array.isArray(json)) return answered
      const items = listed.get(sent.path) ?? new Map<string, Json>()
      listed.set(sent.path, items)
      for (const each of json) if (typeof idOf(each) === 'string') items.set(String(idOf(each)), each)
      const ids = new Set(json.map((each: Json) => idOf(each)))
      const back = [...gone]
        .filter(([key, record]) => key.startsWith(`${sent.path} `) && !ids.has(idOf(record)))
        .filter(([, record]) => asksFor(sent, record))
        .map(([, record]) => record)
      return back.length === 0 ? answered : answerWith(answered, { json: [...json, ...back] })
    }
  }

/** From the call on, shows a time of the record one minute later. */
const moves =
  (whose: 'record' | 'member', ...names: readonly string[]) =>
  (operation: OperationName): Alteration =>
    after(
      operation,
      {
        outcome: 'success',
        whose: ({ path }) =>
          whose === 'member' && ofMember(operation) ? path.slice(path.lastIndexOf('/') + 1) : recordOf(path),
      },
      (record: Json) => {
        for (const name of names) record[name] = later(record[name])
        return record
      },
    )

function later(time: Json): Json {
  if (typeof time === 'number') return time + 60
  return new Date(
    Date.parse(typeof time === 'string' ? time : '2024-01-01T00:00:00.000Z') + 60_000,
  ).toISOString()
}

/** Shows a time of the record as it was before the call. */
export const keepsTime =
  (name: string) =>
  (operation: OperationName): Alteration =>
  () => {
    const fits = goesTo(operation)
    const times = new Map<string, Json>()
    const kept = new Map<string, Json>()
    const one = (record: Json): Json => {
      const id = idOf(record)
      if (typeof id !== 'string' || !(name in record)) return record
      if (kept.has(id)) return { ...record, [name]: kept.get(id) }
      times.set(id, record[name])
      return record
    }
    return async (sent, forward) => {
      const answered = await forward(sent)
      if (!isSuccess(answered)) return answered
      const id = recordOf(sent.path)
      if (fits(sent) && id !== undefined && times.has(id)) kept.set(id, times.get(id))
      const { json } = answered
      if (typeof json !== 'object' || json === null) return answered
      return answerWith(answered, { json: Array.isArray(json) ? json.map(one) : one(json) })
    }
  }

const setsPassword = named(
  'updateUser replaceUser changePassword forgotPasswordWithAnswer resetPassword expirePassword',
)
const changesMembers = named('addUserToGroup removeUserFromGroup')

const staying = (each: OperationName): boolean => ofUser(each) || ofGroup(each) || ofRule(each)

export const memoryOperators: readonly Operator[] = [
  ...fitting((each) => !isRead(each) && hasRecord(each), {
    'memory/comes-back': ['undoes what it did after it was read once', comesBack],
  }),
  ...fitting((each) => isList(each) && !/Apps$|AppLinks$/.test(each), {
    'memory/survives': ['goes on listing what was deleted or taken out', survives],
  }),
  ...fitting(staying, {
    'times/created': ['moves the time of creation', moves('record', 'created')],
  }),
  ...fitting(ofClient, {
    'times/issued': [
      'moves the time at which the client id was issued',
      moves('record', 'client_id_issued_at'),
    ],
  }),
  ...fitting((each) => ofUser(each) && isRead(each), {
    'times/status': ['moves the time of the status', moves('record', 'statusChanged')],
  }),
  ...fitting((each) => (ofUser(each) || ofMember(each)) && !setsPassword(each), {
    'times/password': ['moves the time of the password', moves('member', 'passwordChanged')],
  }),
  ...fitting(ofUser, {
    'times/sign-in': ['moves the time of the last sign-in', moves('member', 'lastLogin')],
  }),
  ...fitting((each) => ofGroup(each) && each !== 'updateGroup', {
    'times/profile': ['moves the time of the profile of the group', moves('record', 'lastUpdated')],
  }),
  ...fitting((each) => ofGroup(each) && !changesMembers(each), {
    'times/members': ['moves the time of the members of the group', moves('record', 'lastMembershipUpdated')],
  }),
  ...fitting((each) => each === 'updateGroup', {
    'times/profile-kept': ['leaves the time of the profile of the group as it was', keepsTime('lastUpdated')],
  }),
  ...fitting(changesMembers, {
    'times/members-kept': [
      'leaves the time of the members of the group as it was',
      keepsTime('lastMembershipUpdated'),
    ],
  }),
]

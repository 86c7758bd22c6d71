/** Steps that mutants of users share, in addition to those in `alter/`. */
import type { Json } from '../../engine/wire/reply.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { neededProperties, optionalProperties } from '../../tables/profile.ts'
import { items } from '../alter/answer.ts'
import { asks, on, sends, when } from '../alter/flow.ts'
import { at, changed, isObject, type Fits } from '../alter/path.ts'
import { rewrite } from '../alter/request.ts'
import { isRefusal, sentWith, type Alteration, type Sent, type Test, recordPath } from '../alter/wire.ts'
import { mutantsOf, type Mutant } from './mutant.ts'

/** Whether a request asks for a temporary password. */
export const isTemporary = asks('tempPassword', 'true')

/** Refuses as it should, but stores these credentials all the same. */
export function refuseButStoreCredentials(credentials: (sent: Sent) => Json): Alteration {
  return () => async (sent, forward) => {
    const answer = await forward(sent)
    const path = recordPath(sent.path)
    if (!isRefusal(answer) || path === undefined) return answer
    const json = { credentials: credentials(sent) }
    await forward(sentWith(sent, { method: 'POST', path, query: new URLSearchParams(), json }))
    return answer
  }
}

/**
 * Stores a body whose value fits all the same, with a repaired value, and answers with the refusal. A user with a
 * repaired login can be read under the sent login.
 */
export function refuseButStore(path: string, repair: (value: Json) => Json, fits?: Fits): Alteration {
  const isMeant = sends(path, fits)
  return () => {
    const stored = new Map<string, string>()
    return async (sent, forward) => {
      const answer = await forward(sent)
      if (!isRefusal(answer)) return answer
      const found = stored.get(sent.path)
      if (found !== undefined) return forward(sentWith(sent, { path: found }))
      if (!isMeant(sent)) return answer
      const json = changed(sent.json, path, repair)
      await forward(sentWith(sent, { json }))
      stored.set(userPath(sent.json.profile?.login), userPath(json.profile?.login))
      return answer
    }
  }
}

/** A value that is to be refused: a new user with it is refused, and created. */
export function unrefused(
  requirement: RequirementId,
  path: string,
  fits: Fits,
  repair: (value: Json) => Json = somebody,
  which = '',
): Mutant[] {
  return mutantsOf(requirement, {
    [`${which}refused-but-created`]: on(['createUser', 'getUser'], refuseButStore(path, repair, fits)),
  })
}

function userPath(login: unknown): string {
  return `/api/v1/users/${encodeURIComponent(String(login))}`
}

/** A login or e-mail that nobody has. */
export function somebody(): string {
  return `mutant-${Math.random().toString(36).slice(2)}@example.com`
}

/** A request test: the search, filter or q parameter matches the form. */
export function reads(parameter: 'search' | 'filter' | 'q', form: RegExp): Test {
  return ({ query }: Sent) => query.has(parameter) && form.test(query.get(parameter) ?? '')
}

/** A request test: it asks for all of a list. */
export const asksForAll = ({ query }: Sent) => !['search', 'filter', 'q'].some((name) => query.has(name))

/** Replaces the matching parts of an expression. */
export function respell(parameter: 'filter' | 'search', from: RegExp, to: string): Alteration {
  const everywhere = new RegExp(from.source, 'g')
  return rewrite(parameter, (text) => text.replaceAll(everywhere, to))
}

/** Leaves users out of a list. */
export function without(isHidden: (user: Json, sent: Sent) => boolean): Alteration {
  return items((list, sent) => list.filter((user) => !isHidden(user, sent)))
}

/** Sorts a list again if the request asks for sorting. */
export function sorted(compare: (left: Json, right: Json, by: string) => number): Alteration {
  return when(
    asks('sortBy'),
    items((list, { query }) =>
      list.toSorted((left, right) => compare(left, right, query.get('sortBy') ?? '')),
    ),
  )
}

/** The property and the value of an expression like `profile.title eq "x"`. */
export function parts(text: string): { readonly name: string; readonly value: string } {
  const [, name = '', value = ''] = /^([\w.]+) \w+ "(.*)"$/.exec(text) ?? []
  return { name, value }
}

/** The value of a user at a path, as text. */
export function textAt(user: Json, path: string): string {
  return String(at(user, path) ?? '')
}

/** The default properties of a profile (Users, Profile). */
const declared = [...neededProperties, ...optionalProperties, { name: 'locale' }].map(
  ({ name }): string => name,
)

/** A profile with its default properties only. */
export function onlyDeclared(profile: Json): Json {
  if (!isObject(profile)) return profile
  return Object.fromEntries(Object.entries(profile).filter(([name]) => isDeclared(name)))
}

/** Whether a name is one of the default properties. */
export function isDeclared(name: string): boolean {
  return declared.includes(name)
}

export function isAskingToOmit(form: RegExp): Test {
  return ({ headers }: Sent) => {
    const [, omissions] = /svc-response=(.*)$/.exec(headers['content-type'] ?? '') ?? []
    return omissions !== undefined && form.test(omissions)
  }
}

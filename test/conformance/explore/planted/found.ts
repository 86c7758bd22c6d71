import { answerWith, isSuccess } from '../../../../conformance/proof/alter/wire.ts'
import type { Answer } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import {
  asListed,
  fits,
  groupList,
  groupPut,
  losing,
  notFilteredBy,
  read,
  remembering,
  stillFinding,
  to,
  userCreate,
  userList,
  userWrite,
} from './plant.ts'
import type { Planted } from './plant.ts'

/** Searches find a record as it was before a change. */
export const found: Planted = {
  'finds a user by a department that a replacement has taken away': [
    remembering(
      () => new Map<string, string>(),
      async (old, sent, forward) => {
        if (fits(/^PUT \/api\/v1\/users\/[^/]+$/, sent)) {
          const before = await read(sent, forward, sent.path)
          const answer = await forward(sent)
          if (isSuccess(answer) && before.profile.department && !answer.json.profile.department)
            old.set(before.profile.department, before.id)
          return answer
        }
        const answer = await forward(sent)
        const value = /^profile\.department eq "([^"]+)"$/.exec(sent.query.get('search') ?? '')
        const id = old.get(value?.[1] ?? '')
        if (!fits(userList, sent) || id === undefined || !isSuccess(answer)) return answer
        const user = await read(sent, forward, `/api/v1/users/${id}`)
        return answerWith(answer, { json: [...answer.json, asListed(user)] })
      },
    ),
    /^users\.(search|update)/,
  ],
  'does not find a user by q after the last name was changed': [
    remembering(
      () => new Set<string>(),
      async (changed, sent, forward) => {
        const answer = await forward(sent)
        if (fits(userWrite, sent) && isSuccess(answer) && sent.json?.profile?.lastName)
          changed.add(answer.json.id)
        if (!fits(userList, sent) || !sent.query.has('q') || !isSuccess(answer)) return answer
        return answerWith(answer, {
          json: answer.json.filter(
            ({ id, profile }: Json) =>
              !changed.has(id) ||
              !profile.lastName.toLowerCase().startsWith(sent.query.get('q')?.toLowerCase()),
          ),
        })
      },
    ),
    /^users\.list\.q/,
  ],
  'finds a user that is active again by the filter for suspended ones': [
    stillFinding(to('unsuspend'), ({ query }) => query.get('filter') === 'status eq "SUSPENDED"', 'ACTIVE'),
    /^users\.(filter\.status|unsuspend)/,
  ],
  'remembers lists of users until a user is created': [
    remembering(
      () => new Map<string, Answer>(),
      async (found, sent, forward) => {
        if (fits(userCreate, sent)) found.clear()
        const key = String(sent.query)
        const known = fits(userList, sent) ? found.get(key) : undefined
        if (known !== undefined) return known
        const answer = await forward(sent)
        if (fits(userList, sent) && isSuccess(answer)) found.set(key, answer)
        return answer
      },
    ),
    /^(users|credentials)\./,
  ],
  'does not find a user by its new login with a filter': [notFilteredBy('login'), /^users\.filter/],
  'finds a group by its old name with q': [
    remembering(
      () => new Map<string, string>(),
      async (names, sent, forward) => {
        const before = fits(groupPut, sent) ? await read(sent, forward, sent.path) : undefined
        const answer = await forward(sent)
        if (before?.profile && isSuccess(answer) && before.profile.name !== answer.json.profile.name)
          names.set(before.profile.name, before.id)
        const id = names.get(sent.query.get('q') ?? '')
        if (!fits(groupList, sent) || id === undefined || !isSuccess(answer)) return answer
        const group = await read(sent, forward, `/api/v1/groups/${id}`)
        return group.id === id ? answerWith(answer, { json: [...answer.json, group] }) : answer
      },
    ),
    /^groups\.(list\.q|update)/,
  ],
  'does not find a user by q after its title was changed': [
    losing(
      (sent) => fits(userWrite, sent) && Boolean(sent.json?.profile?.title),
      (sent) => fits(userList, sent) && sent.query.has('q'),
    ),
    /^users\.list\.q/,
  ],
}

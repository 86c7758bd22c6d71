/** Bugs that nobody looked at while the generators were improved. */
import { isRefusal, isSuccess, answerWith, sentWith } from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import {
  clientList,
  clientShown,
  denied,
  done,
  fits,
  forgetting,
  given,
  groupPut,
  groupShown,
  groupsOfUser,
  later,
  profiled,
  read,
  records,
  refusal,
  remembering,
  ruleList,
  rulePut,
  ruleShown,
  secondTime,
  shown,
  since,
  sorter,
  to,
  userCreate,
  userList,
  userOf,
  userShown,
  userUpdate,
} from './plant.ts'
import type { Planted } from './plant.ts'

/** The second half of the bugs that are kept apart. */
export const keptApartToo: Readonly<Record<string, Planted>> = {
  lists: {
    'forgets the filter on the next page': [
      forgetting(userList, 'filter'),
      /^users\.(filter|list)|^conventions\.paging/,
    ],
    'sorts texts of digits as numbers': [
      shown(userList, (list: Json[], sent) => {
        const property = sorter(sent)
        if (property === undefined || sent.query.has('after')) return list
        const isDown = /desc/i.test(sent.query.get('sortOrder') ?? '')
        if (!list.every(({ profile }: Json) => /^\d+$/.test(profile[property] ?? ''))) return list
        return list.toSorted(
          (one: Json, other: Json) =>
            (Number(one.profile[property]) - Number(other.profile[property])) * (isDown ? -1 : 1),
        )
      }),
      /^users\.list\.sort/,
    ],
    'forgets q on the next page of clients': [
      forgetting(clientList, 'q'),
      /^clients\.list|^conventions\.paging/,
    ],
    'minds the case when it sorts downwards': [
      shown(userList, (list: Json[], sent) => {
        const property = sorter(sent)
        if (property === undefined || sent.query.get('sortOrder') !== 'desc') return list
        const value = ({ profile }: Json): string => String(profile[property] ?? '')
        return list.toSorted((one: Json, other: Json) =>
          value(one) < value(other) ? 1 : value(one) > value(other) ? -1 : 0,
        )
      }),
      /^users\.list\.sort/,
    ],
    'has no next page of rules': [
      () => async (sent, forward) => {
        const answer = await forward(sent)
        if (!fits(ruleList, sent) || !isSuccess(answer)) return answer
        const link = (answer.headers['link'] ?? '')
          .split(', <')
          .filter((each) => !each.includes('rel="next"'))
          .join(', <')
        return answerWith(answer, { headers: { ...answer.headers, link } })
      },
      /^rules\.list|^conventions\.paging/,
    ],
  },
  secondTimes: {
    'answers the second reset of a password without its URL': [
      secondTime(to('reset_password'), async (sent, forward) =>
        answerWith(await forward(sent), { json: {} }),
      ),
      /^users\.reset-password/,
    ],
    'ignores the second new recovery question': [
      secondTime(
        userUpdate,
        async (sent, forward) => {
          const { recovery_question: _, ...credentials } = sent.json.credentials
          return forward(sentWith(sent, { json: { ...sent.json, credentials } }))
        },
        ({ json }) => json?.credentials?.recovery_question !== undefined,
      ),
      /^(credentials|users)\./,
    ],
    'ignores the second new description of a group': [
      secondTime(groupPut, async (sent, forward, first) =>
        forward(
          sentWith(sent, { json: profiled(sent.json, { description: first.json.profile.description }) }),
        ),
      ),
      /^groups\./,
    ],
    'refuses to deactivate a user that was activated again': [
      secondTime(to('users/[^/]+/lifecycle/deactivate'), async () => refusal(403)),
      /^users\.deactivate/,
    ],
    'keeps the login of a removed user taken': [
      remembering(
        () => new Set<string>(),
        async (taken, sent, forward) => {
          const login: unknown = sent.json?.profile?.login
          if (fits(userCreate, sent) && typeof login === 'string' && taken.has(login.toLowerCase()))
            return refusal()
          const before =
            sent.method === 'DELETE' && fits(/^DELETE \/api\/v1\/users\/[^/]+$/, sent)
              ? await read(sent, forward, sent.path)
              : undefined
          const answer = await forward(sent)
          if (before?.status === 'DEPROVISIONED' && isSuccess(answer))
            taken.add(before.profile.login.toLowerCase())
          return answer
        },
      ),
      /^users\./,
    ],
  },
  leftAlone: {
    'takes a suspended user out of the second of its groups': [
      remembering(
        () => new Set<string>(),
        async (suspended, sent, forward) => {
          const answer = await forward(sent)
          if (fits(to('lifecycle/suspend'), sent) && isSuccess(answer))
            suspended.add(await userOf(sent, forward))
          if (!fits(groupsOfUser, sent) || !isSuccess(answer) || answer.json.length < 3) return answer
          return suspended.has(await userOf(sent, forward))
            ? answerWith(answer, { json: answer.json.slice(0, -1) })
            : answer
        },
      ),
      /^users\./,
    ],
    'empties the other phone when one becomes null': [
      given(userUpdate, (json) =>
        json.profile?.mobilePhone === null ? profiled(json, { primaryPhone: null }) : json,
      ),
      /^users\./,
    ],
    'forgets the excluded users of a rule that is updated': [
      since(
        done(rulePut),
        (rule: Json) =>
          rule.conditions?.people === undefined
            ? rule
            : {
                ...rule,
                conditions: {
                  ...rule.conditions,
                  people: { ...rule.conditions.people, users: { exclude: [] } },
                },
              },
        ruleShown,
      ),
      /^rules\./,
    ],
    'empties the logout redirect URIs with a new secret': [
      since(
        done(to('newSecret')),
        (client: Json) => ({ ...client, post_logout_redirect_uris: [] }),
        clientShown,
      ),
      /^clients\./,
    ],
    'loses the display name when a password is reset': [
      since(
        done(to('reset_password')),
        (user: Json) => profiled(user, { displayName: undefined }),
        userShown,
      ),
      /^users\./,
    ],
  },
  refusedWrites: {
    'moves passwordChanged when the old password is wrong': [
      since(
        denied(to('change_password')),
        (user: Json) => ({ ...user, passwordChanged: later(user.passwordChanged ?? user.created, 5000) }),
        userShown,
      ),
      /^(users|credentials)\./,
    ],
    'renames an active rule that it refuses to update': [
      since(
        denied(rulePut, ({ json }) => typeof json?.name === 'string'),
        (rule: Json, { sent }) => ({ ...rule, name: sent.json.name }),
        ruleShown,
      ),
      /^rules\./,
    ],
    'lists a user as active that it refused to unsuspend': [
      since(denied(to('unsuspend')), (user: Json) => ({ ...user, status: 'ACTIVE' }), userList),
      /^users\./,
    ],
    'moves lastMembershipUpdated when it does not know the new member': [
      remembering(
        () => new Set<string>(),
        async (moved, sent, forward) => {
          const answer = await forward(sent)
          const group = /^PUT \/api\/v1\/groups\/([^/]+)\/users\/[^/]+$/.exec(
            `${sent.method} ${sent.path}`,
          )?.[1]
          if (group !== undefined && isRefusal(answer)) moved.add(group)
          if (!fits(groupShown, sent) || !isSuccess(answer)) return answer
          const move = (each: Json): Json =>
            [...moved].some((id) => each.id === id)
              ? { ...each, lastMembershipUpdated: later(each.lastMembershipUpdated, 5000) }
              : each
          return answerWith(answer, {
            json: Array.isArray(answer.json)
              ? answer.json.map((each: Json) => move(each))
              : move(answer.json),
          })
        },
      ),
      /^(groups|membership)\./,
    ],
    'creates a user for an unknown group': [
      () => async (sent, forward) => {
        const answer = await forward(sent)
        if (!fits(userCreate, sent) || !isRefusal(answer) || !Array.isArray(sent.json?.groupIds))
          return answer
        const { groupIds: _, ...json } = sent.json
        await forward(sentWith(sent, { json }))
        return answer
      },
      /^users\./,
    ],
  },
  times: {
    'does not move passwordChanged with a new password': [
      since(
        done(userUpdate, ({ json }) => json?.credentials?.password?.value !== undefined),
        (user: Json, { before }) => ({ ...user, passwordChanged: before.passwordChanged }),
        userShown,
      ),
      /^(users|credentials)\./,
    ],
    'says that clients are issued an hour early': [
      records(clientShown, (client: Json) => ({
        ...client,
        client_id_issued_at: client.client_id_issued_at - 3600,
      })),
      /^clients\./,
    ],
    'moves created of a rule when it is updated': [
      since(done(rulePut), (rule: Json) => ({ ...rule, created: later(rule.lastUpdated, 0) }), ruleShown),
      /^rules\./,
    ],
    'cuts lastUpdated to the day in lists': [
      records(userList, (user: Json) => ({
        ...user,
        lastUpdated: `${String(user.lastUpdated).slice(0, 10)}T00:00:00.000Z`,
      })),
      /^users\./,
    ],
    'forgets when a deactivated user was activated': [
      since(
        done(to('users/[^/]+/lifecycle/deactivate')),
        (user: Json) => (user.status === 'DEPROVISIONED' ? { ...user, activated: null } : user),
        userShown,
      ),
      /^users\./,
    ],
  },
  views: {
    'shows all links of suspended users in lists': [
      records(userList, (user: Json) => {
        const unsuspend = { href: `${user._links.self.href}/lifecycle/unsuspend`, method: 'POST' }
        return user.status === 'SUSPENDED' ? { ...user, _links: { ...user._links, unsuspend } } : user
      }),
      /^users\.links/,
    ],
    'shows no passwordChanged when a filter finds a user': [
      records(userList, (user: Json, sent) =>
        sent.query.has('filter') ? { ...user, passwordChanged: null } : user,
      ),
      /^users\./,
    ],
    'lists rules without the excluded users': [
      records(ruleList, (rule: Json) => {
        const { people: _, ...conditions } = rule.conditions
        return { ...rule, conditions }
      }),
      /^rules\./,
    ],
    'answers an update with the profile before': [
      () => async (sent, forward) => {
        const before = fits(userUpdate, sent) ? await read(sent, forward, sent.path) : undefined
        const answer = await forward(sent)
        return before?.profile !== undefined && isSuccess(answer)
          ? answerWith(answer, { json: profiled(answer.json, before.profile) })
          : answer
      },
      /^users\./,
    ],
    'shows users that q finds without their phones': [
      records(userList, (user: Json, sent) =>
        sent.query.has('q') && user.profile.mobilePhone ? profiled(user, { mobilePhone: null }) : user,
      ),
      /^users\./,
    ],
  },
}

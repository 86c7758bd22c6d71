/** Bugs that nobody looked at while the generators were improved. */
import {
  isRefusal,
  isSuccess,
  answerOf,
  answerWith,
  sentWith,
} from '../../../../conformance/proof/alter/wire.ts'
import type { Json } from '../../../../conformance/engine/wire/reply.ts'
import {
  asked,
  fits,
  given,
  groupList,
  groupShown,
  losing,
  nameOf,
  notFilteredBy,
  profiled,
  read,
  records,
  refusal,
  refused,
  remembering,
  ruleList,
  rulePut,
  stillFinding,
  texts,
  to,
  userCreate,
  userGet,
  userList,
  userOf,
  userUpdate,
} from './plant.ts'
import type { Planted } from './plant.ts'
import { keptApartToo } from './kept-apart-too.ts'

/** The other half of the planted bugs, by dimension. */
export const keptApart: Readonly<Record<string, Planted>> = {
  queries: {
    'drops the third term of an and in a filter of groups': [
      asked(groupList, 'filter', (filter) => {
        const terms = filter.split(/ and /i)
        return terms.length > 2 && !filter.includes('(') ? terms.slice(0, 2).join(' and ') : filter
      }),
      /^groups\.filter\./,
    ],
    'ends a searched value at an escaped quote': [
      asked(userList, 'search', (search) =>
        search.replaceAll(/eq "([^"\\]*)\\"(?:[^"\\]|\\.)*"/g, 'eq "$1"'),
      ),
      /^users\.search\./,
    ],
    'refuses an operator in mixed case': [
      refused(
        (sent) =>
          fits(/^GET .*\/(users|groups)$/, sent) &&
          / (And|Or|oR|aNd|AND|OR) /.test(sent.query.get('search') ?? ''),
      ),
      /^(users|groups)\.search\./,
    ],
    'refuses parentheses around one term of a filter': [
      refused(
        (sent) =>
          fits(/^GET .*\/(users|groups)$/, sent) &&
          /\([^() ]+ \w+ [^() ]+\)/.test(sent.query.get('filter') ?? ''),
      ),
      /^(users|groups)\.filter\./,
    ],
    'trims a searched value': [
      asked(/^GET .*\/(users|groups)$/, 'search', (search) =>
        search.replaceAll(/ (eq|sw) "\s*([^"\\]*?)\s*"/g, ' $1 "$2"'),
      ),
      /^(users|groups)\.search\./,
    ],
  },
  found: {
    'does not find a user by q that was suspended once': [
      losing(
        (sent) => fits(to('lifecycle/suspend'), sent),
        (sent) => fits(userList, sent) && sent.query.has('q'),
        userOf,
      ),
      /^users\.list\.q|^users\.(un)?suspend/,
    ],
    'does not find a user by a new e-mail with a filter': [notFilteredBy('email'), /^users\.filter/],
    'finds a deactivated user in a search for active ones': [
      stillFinding(
        to('users/[^/]+/lifecycle/deactivate'),
        ({ query }) => /^status eq "ACTIVE"$/i.test(query.get('search') ?? ''),
        'DEPROVISIONED',
      ),
      /^users\.(search|deactivate)/,
    ],
    'does not find a group by lastMembershipUpdated after a member was removed': [
      losing(
        (sent) => fits(/^DELETE \/api\/v1\/groups\/[^/]+\/users\/[^/]+$/, sent),
        (sent) =>
          fits(groupList, sent) && sent.query.get('filter')?.startsWith('lastMembershipUpdated gt') === true,
        ({ path }) => path.split('/')[4],
      ),
      /^groups\.filter/,
    ],
    'does not find a rule by its new name': [
      remembering(
        () => new Map<string, string>(),
        async (old, sent, forward) => {
          const before = fits(rulePut, sent) ? await read(sent, forward, sent.path) : undefined
          const answer = await forward(sent)
          if (before?.name && isSuccess(answer) && !old.has(before.id)) old.set(before.id, before.name)
          const word = sent.query.get('search')?.toLowerCase()
          if (!fits(ruleList, sent) || word === undefined || !isSuccess(answer)) return answer
          return answerWith(answer, {
            json: answer.json.filter(({ id }: Json) => old.get(id)?.toLowerCase().includes(word) ?? true),
          })
        },
      ),
      /^rules\./,
    ],
  },
  names: {
    'knows a user only by its id in what stands below it': [
      refused(
        (sent) =>
          /\/users\/[^/]+\/(groups|appLinks|clients|grants)$/.test(sent.path) && nameOf(sent).includes('@'),
        404,
        'E0000007',
      ),
      /^users\./,
    ],
    'does not know the short name of a deactivated user': [
      () => async (sent, forward) => {
        const answer = await forward(sent)
        const isByName =
          fits(userGet, sent) &&
          isSuccess(answer) &&
          nameOf(sent) !== answer.json.id &&
          !nameOf(sent).includes('@')
        return isByName && answer.json.status === 'DEPROVISIONED' ? refusal(404, 'E0000007') : answer
      },
      /^users\./,
    ],
    'answers an ambiguous short name with the first user': [
      remembering(
        () => new Map<string, string>(),
        async (first, sent, forward) => {
          const answer = await forward(sent)
          const login: unknown = answer.json?.profile?.login
          if (fits(userCreate, sent) && isSuccess(answer) && typeof login === 'string') {
            const short = login.replace(/@.*/, '').toLowerCase()
            if (!first.has(short)) first.set(short, answer.json.id)
          }
          const id = first.get(nameOf(sent).toLowerCase())
          return fits(userGet, sent) && isRefusal(answer) && id !== undefined
            ? forward(sentWith(sent, { path: `/api/v1/users/${id}` }))
            : answer
        },
      ),
      /^users\.path\.short-name/,
    ],
    'still knows the login of a removed user': [
      remembering(
        () => new Map<string, Json>(),
        async (last, sent, forward) => {
          const answer = await forward(sent)
          if (!fits(userGet, sent) || !nameOf(sent).includes('@')) return answer
          const known = last.get(nameOf(sent))
          if (isSuccess(answer)) last.set(nameOf(sent), answer.json)
          return isRefusal(answer) && known !== undefined ? answerOf(200, known) : answer
        },
      ),
      /^users\./,
    ],
    'does not delete a deactivated user by its login': [
      () => async (sent, forward) => {
        if (
          sent.method !== 'DELETE' ||
          !/^\/api\/v1\/users\/[^/]+$/.test(sent.path) ||
          !nameOf(sent).includes('@')
        )
          return forward(sent)
        const { status } = await read(sent, forward, sent.path)
        return status === 'DEPROVISIONED' ? refusal(404, 'E0000007') : forward(sent)
      },
      /^users\./,
    ],
  },
  values: {
    'refuses a first name of exactly 50 letters in an update': [
      refused(
        (sent) =>
          fits(userUpdate, sent) && Array.from(String(sent.json?.profile?.firstName ?? '')).length === 50,
      ),
      /^users\./,
    ],
    'makes blanks of line breaks': [
      given(/^(POST|PUT) .*\/(users|groups)(\/[^/]+)?$/, (json) =>
        texts(json, (text) => text.replaceAll(/\n/g, ' ')),
      ),
      /^(users|groups)\./,
    ],
    'takes the word null for nothing': [
      given(/^(POST|PUT) .*\/users(\/[^/]+)?$/, (json) =>
        texts(json, (text, name) =>
          /^null$/i.test(text) && !/^(login|email|firstName|lastName)$/.test(name) ? null : text,
        ),
      ),
      /^users\./,
    ],
    'escapes HTML in the description of a group': [
      records(groupShown, (group: Json) =>
        typeof group.profile?.description === 'string'
          ? profiled(group, { description: group.profile.description.replaceAll('<', '&lt;') })
          : group,
      ),
      /^groups\./,
    ],
  },
  ...keptApartToo,
}

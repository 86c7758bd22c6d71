/** Servers that fulfil a requirement of users in the usual place, but break it elsewhere. */
import { like } from '../alter/values.ts'
import { keepsTime } from '../operators/memory.ts'
import { cell } from '../operators/operators.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { edit, items, turned, drop } from '../alter/answer.ts'
import { all, asks, on, sends, when, whenSuccess, both, not } from '../alter/flow.ts'
import { after, stale } from '../alter/memory.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { filterAsSearch, ignoreQuery, input, rewrite } from '../alter/request.ts'
import type { Mutant } from './mutant.ts'
import { mistakes, mistakesAt, mistakesIn } from './mutant.ts'
import { cut, alsoFinds, keepsLeftOut } from './elsewhere-steps.ts'
import { recordOf } from './routes.ts'
import { isAskingToOmit, reads, textAt } from './users-steps.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'

export const usersElsewhere: readonly Mutant[] = [
  ...mistakes({
    'users.path.short-name/get-only': when(
      ({ path }) => /^\/api\/v1\/users\/[^/]+\//.test(path) && /^cf-(?!.*@)/.test(recordOf(path) ?? ''),
      refuse(404, 'E0000007'),
    ),
    'users.path.me/not-in-lists': when(
      ({ path }) => /^\/api\/v1\/users\/me\/(groups|appLinks)$/.test(path),
      refuse(404, 'E0000007'),
    ),
    'users.create.staged/with-groups-active': on(
      'createUser',
      when(sends('groupIds'), ignoreQuery('activate')),
    ),
    'users.status-changed.moves/not-deactivated': keepsTime('statusChanged')('deactivateUser'),
    'users.replace.deletes/keeps-second-email': on('replaceUser', keepsLeftOut('profile.secondEmail')),
    'users.operations.times-kept/refused-but-moved': after(
      ['suspendUser', 'unsuspendUser', 'activateUser', 'deactivateUser', 'unlockUser'],
      { outcome: 'refusal' },
      { statusChanged: '2031-02-03T04:05:06.789Z' },
    ),
    'users.search.profile/first-version': on('listUsers', when(asks('search'), stale())),
    'users.delete.removed/still-member': cell('memory/survives', 'listGroupUsers'),
    'credentials.password.max.refused/not-on-change': on(
      'changePassword',
      input('newPassword.value', cut(72)),
    ),
  }),
  ...mistakesIn('listUsers', {
    'users.filter.id/hides-deprovisioned': when(
      reads('filter', /^(?!.*status)/),
      items((list) => list.filter(({ status }) => status !== 'DEPROVISIONED')),
    ),
    'users.filter.value-case/status': rewrite('filter', (text) =>
      text.replace(/status eq "[a-z]+"/, (part) => part.toUpperCase().replace('STATUS EQ', 'status eq')),
    ),
    'users.search.sw/contains': () => async (sent, forward) => {
      const [, path = '', value = ''] = /^([\w.]+) sw "([^"]*)"$/.exec(sent.query.get('search') ?? '') ?? []
      if (value === '') return forward(sent)
      const query = new URLSearchParams({ search: 'id gt "0"', sortBy: 'created', sortOrder: 'desc' })
      const all = await forward(sentWith(sent, { query }))
      const holds = (user: Json): boolean => textAt(user, path).toLowerCase().includes(value.toLowerCase())
      return isSuccess(all) ? answerWith(all, { json: all.json.filter(holds) }) : all
    },
    'users.list.q.excludes/login-too': alsoFinds('profile.login'),
    'users.list.sort-case/by-locale': when(
      asks('sortBy', 'profile.title'),
      items((list) =>
        list.toSorted((one, other) =>
          String(one.profile?.title).localeCompare(String(other.profile?.title), 'en', {
            ignorePunctuation: true,
          }),
        ),
      ),
    ),
    'users.list.sort-order-alone/turned': when(
      both(asks('sortOrder', 'desc'), not(asks('sortBy'))),
      turned(),
    ),
    'users.search.profile-any/not-cost-center': when(reads('search', /profile\.costCenter/), refuse()),
    'users.search.profile-any/email-is-login': rewrite('search', (text) =>
      text.replace('profile.email', 'profile.login'),
    ),
    'users.search.profile-any/decoded-twice': rewrite('search', (text) => text.replaceAll('%25', '%')),
  }),
  ...['firstName', 'email'].flatMap((name) =>
    mistakesAt('listUsers', 'users.filter.value-case', {
      [name]: when(reads('filter', new RegExp(`^profile\\.${name} eq "[^"]*"$`)), filterAsSearch()),
    }),
  ),
  ...mistakesIn('getUser', {
    'users.omit.credentials/profile-cut': when(
      isAskingToOmit(/omitCredentials\b/),
      edit('profile', ({ login }: Json) => ({ login })),
    ),
    'users.omit.links-others-stay/expire-password-gone': when(
      isAskingToOmit(/omitCredentialsLinks/),
      whenSuccess(drop('_links.expirePassword')),
    ),
  }),
  ...['POST', 'PUT'].flatMap((method) =>
    (
      [
        ['users.profile.email.form', 'email'],
        ['users.profile.second-email.form', 'secondEmail'],
      ] as const
    ).flatMap(([requirement, name]) =>
      mistakesAt(method === 'POST' ? 'updateUser' : 'replaceUser', requirement, {
        [`accepted-by-${method}`]: when(
          sends(`profile.${name}`, like(/^[^@]*$/)),
          acceptWith(`profile.${name}`, 'somebody@example.com'),
        ),
      }),
    ),
  ),
  ...(['question', 'answer'] as const).flatMap((part) =>
    mistakesAt(['updateUser', 'changeRecoveryQuestion'], `credentials.${part}.max.refused`, {
      'not-on-update': all(
        input(`credentials.recovery_question.${part}`, cut(100)),
        when(({ path }) => path.includes('/credentials/'), input(`recovery_question.${part}`, cut(100))),
      ),
    }),
  ),
]

/** Servers that fulfil a clause of users in the usual place, but break it elsewhere. */
import type { Json } from '../../engine/wire/reply.ts'
import { body, edit, items } from '../alter/answer.ts'
import { all, asks, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, andAlso } from '../alter/memory.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { ignoreQuery, input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { call, cut, knowing, stillListing, timeStays, userOf } from './elsewhere-steps.ts'
import { goesTo, recordOf } from './routes.ts'
import { filterAsSearch, isAskingToOmit, reads, rewrite, textAt } from './users-steps.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'

export const usersElsewhere: readonly Deviant[] = [
  deviant('users.path.short-name/get-only', {
    summary: 'knows short names when a user is read, and nowhere else',
    alter: when(
      ({ path }) => /^\/api\/v1\/users\/[^/]+\//.test(path) && /^cf-(?!.*@)/.test(recordOf(path) ?? ''),
      refuse(404, 'E0000007'),
    ),
  }),
  deviant('users.path.me/not-in-lists', {
    summary: 'knows me when it is read, and not in the lists below it',
    alter: when(
      ({ path }) => /^\/api\/v1\/users\/me\/(groups|appLinks)$/.test(path),
      refuse(404, 'E0000007'),
    ),
  }),
  deviant('users.create.staged/with-groups-active', {
    summary: 'activates a user that is created into groups',
    alter: on(
      'createUser',
      when(({ json }) => Array.isArray(json?.groupIds), ignoreQuery('activate')),
    ),
  }),
  deviant('users.status-changed.moves/not-deactivated', {
    summary: 'leaves statusChanged alone when a user is deactivated',
    alter: timeStays('deactivateUser', 'DEPROVISIONED'),
  }),
  deviant('users.status-changed.moves/not-expired', {
    summary: 'leaves statusChanged alone when a password expires',
    alter: timeStays('expirePassword', 'PASSWORD_EXPIRED'),
  }),
  deviant('users.replace.deletes/keeps-second-email', {
    summary: 'keeps secondEmail where a replacement does not send it',
    alter: on(
      'replaceUser',
      knowing((old, sent, forward) =>
        forward(
          old?.profile?.secondEmail && sent.json?.profile
            ? sentWith(sent, {
                json: {
                  ...sent.json,
                  profile: { secondEmail: old.profile.secondEmail, ...sent.json.profile },
                },
              })
            : sent,
        ),
      ),
    ),
  }),
  deviant('users.filter.id/hides-deprovisioned', {
    summary: 'filters users that are not DEPROVISIONED only, unless the status is asked for',
    alter: on(
      'listUsers',
      when(
        reads('filter', /^(?!.*status)/),
        items((list) => list.filter(({ status }) => status !== 'DEPROVISIONED')),
      ),
    ),
  }),
  deviant('users.filter.id/login-too', {
    summary: 'takes a login for an id in a filter',
    alter: on(
      'listUsers',
      rewrite('filter', (text) => text.replace(/^id eq ("[^"]*@[^"]*")$/, 'profile.login eq $1')),
    ),
  }),
  deviant('users.search.id/prefix', {
    summary: 'finds a user by the first letters of its id',
    alter: on(
      'listUsers',
      rewrite('search', (text) => text.replace(/\bid eq /, 'id sw ')),
    ),
  }),
  deviant('users.filter.value-case/status', {
    summary: 'takes a status in small letters',
    alter: on(
      'listUsers',
      rewrite('filter', (text) =>
        text.replace(/status eq "[a-z]+"/, (part) => part.toUpperCase().replace('STATUS EQ', 'status eq')),
      ),
    ),
  }),
  ...['firstName', 'email'].map((name) =>
    deviant(`users.filter.value-case/${name}`, {
      summary: `takes no notice of the case of ${name} in a filter`,
      alter: on(
        'listUsers',
        when(reads('filter', new RegExp(`^profile\\.${name} eq "[^"]*"$`)), filterAsSearch()),
      ),
    }),
  ),
  deviant('users.search.sw/contains', {
    summary: 'finds by sw what stands in the middle of a value',
    alter: on('listUsers', () => async (sent, forward) => {
      const [, path = '', value = ''] = /^([\w.]+) sw "([^"]*)"$/.exec(sent.query.get('search') ?? '') ?? []
      if (value === '') return forward(sent)
      const query = new URLSearchParams({ search: 'id gt "0"', sortBy: 'created', sortOrder: 'desc' })
      const all = await forward(sentWith(sent, { query }))
      const holds = (user: Json): boolean => textAt(user, path).toLowerCase().includes(value.toLowerCase())
      return isSuccess(all) ? answerWith(all, { json: all.json.filter(holds) }) : all
    }),
  }),
  deviant('users.omit.credentials/profile-cut', {
    summary: 'leaves the profile out with the credentials',
    alter: on(
      'getUser',
      when(
        isAskingToOmit(/omitCredentials\b/),
        edit('profile', ({ login }: Json) => ({ login })),
      ),
    ),
  }),
  deviant('users.operations.times-kept/refused-but-moved', {
    summary: 'moves statusChanged where it refuses',
    alter: after(
      ['suspendUser', 'unsuspendUser', 'activateUser', 'deactivateUser', 'unlockUser'],
      { outcome: 'refusal' },
      { statusChanged: '2031-02-03T04:05:06.789Z' },
    ),
  }),
  ...['POST', 'PUT'].flatMap((method) =>
    (
      [
        ['users.profile.email.form', 'email'],
        ['users.profile.second-email.form', 'secondEmail'],
      ] as const
    ).map(([clause, name]) =>
      deviant(`${clause}/accepted-by-${method}`, {
        summary: `takes an update by ${method} whose ${name} has no @`,
        alter: on(
          method === 'POST' ? 'updateUser' : 'replaceUser',
          when(
            sends(`profile.${name}`, (value: Json) => !String(value).includes('@')),
            acceptWith(`profile.${name}`, 'somebody@example.com'),
          ),
        ),
      }),
    ),
  ),
  deviant('users.list.q.excludes/login-too', {
    summary: 'finds users by their login with q',
    alter: on('listUsers', () => async (sent, forward) => {
      const answer = await forward(sent)
      const word = sent.query.get('q')
      if (word === null || !isSuccess(answer)) return answer
      const byLogin = await forward(
        sentWith(sent, { query: new URLSearchParams({ search: `profile.login sw "${word}"` }) }),
      )
      const known = new Set(answer.json.map(({ id }: Json) => String(id)))
      const more = byLogin.json.filter(({ id }: Json) => !known.has(String(id)))
      return answerWith(answer, { json: [...answer.json, ...more] })
    }),
  }),
  deviant('users.list.sort-case/by-locale', {
    summary: 'sorts as a dictionary does, past marks between letters',
    alter: on(
      'listUsers',
      when(
        asks('sortBy', 'profile.title'),
        items((list) =>
          list.toSorted((one, other) =>
            String(one.profile?.title).localeCompare(String(other.profile?.title), 'en', {
              ignorePunctuation: true,
            }),
          ),
        ),
      ),
    ),
  }),
  deviant('users.list.sort-order-alone/turned', {
    summary: 'turns a list around that asks for desc without sortBy',
    alter: on(
      'listUsers',
      when(
        ({ query: asked }) => !asked.has('sortBy') && asked.get('sortOrder') === 'desc',
        items((list) => list.toReversed()),
      ),
    ),
  }),
  deviant('users.search.status-changed/last-updated', {
    summary: 'takes lastUpdated for statusChanged in a search',
    alter: on(
      'listUsers',
      rewrite('search', (text) => text.replace('statusChanged', 'lastUpdated')),
    ),
  }),
  deviant('users.search.profile-any/not-cost-center', {
    summary: 'refuses a search by costCenter',
    alter: on('listUsers', when(reads('search', /profile\.costCenter/), refuse())),
  }),
  deviant('users.search.profile-any/email-is-login', {
    summary: 'takes the login for the e-mail in a search',
    alter: on(
      'listUsers',
      rewrite('search', (text) => text.replace('profile.email', 'profile.login')),
    ),
  }),
  deviant('users.search.profile-any/decoded-twice', {
    summary: 'decodes a search twice',
    alter: on(
      'listUsers',
      rewrite('search', (text) => text.replaceAll('%25', '%')),
    ),
  }),
  deviant('users.search.profile/first-version', {
    summary: 'shows a user in searches as it was when first found',
    alter: () => {
      const first = new Map<string, Json>()
      return async (sent, forward) => {
        const answer = await forward(sent)
        if (!goesTo('listUsers')(sent) || !sent.query.has('search') || !isSuccess(answer)) return answer
        for (const user of answer.json) if (!first.has(user.id)) first.set(user.id, user)
        return answerWith(answer, { json: answer.json.map(({ id }: Json) => first.get(id)) })
      }
    },
  }),
  deviant('users.omit.links-others-stay/expire-password-gone', {
    summary: 'leaves expirePassword out with the links of credential operations',
    alter: on(
      'getUser',
      when(
        ({ headers }) => /omitCredentialsLinks/.test(headers['content-type'] ?? ''),
        whenSuccess(
          body(({ _links: { expirePassword: _left, ...links }, ...user }) => ({ ...user, _links: links })),
        ),
      ),
    ),
  }),
  deviant('users.delete.removed/still-member', {
    summary: 'lists a removed user among the members of its groups',
    alter: stillListing('listGroupUsers', 'deleteUser'),
  }),
  deviant('users.delete.removed/still-deprovisioned', {
    summary: 'finds a removed user among the DEPROVISIONED ones',
    alter: when(
      ({ method, query }) => method === 'DELETE' || /"DEPROVISIONED"/.test(query.get('search') ?? ''),
      stillListing('listUsers', 'deleteUser'),
    ),
  }),
  deviant('users.operations.status-kept/update-unsuspends', {
    summary: 'unsuspends a user whose profile is updated',
    alter: on('updateUser', andAlso(call('POST', (sent) => `${userOf(sent)}/lifecycle/unsuspend`))),
  }),
  ...(['question', 'answer'] as const).map((part) =>
    deviant(`credentials.${part}.max.refused/not-on-update`, {
      summary: `takes a ${part} of 101 characters in an update`,
      alter: on(
        ['updateUser', 'changeRecoveryQuestion'],
        all(
          input(`credentials.recovery_question.${part}`, cut(100)),
          when(({ path }) => path.includes('/credentials/'), input(`recovery_question.${part}`, cut(100))),
        ),
      ),
    }),
  ),
  deviant('credentials.password.max.refused/not-on-change', {
    summary: 'cuts a new password of 73 characters to 72 when it is changed',
    alter: on('changePassword', input('newPassword.value', cut(72))),
  }),
]

/** Servers that fulfil a clause of users in the usual place, but break it elsewhere. */
import type { Json } from '../../engine/wire/reply.ts'
import { body, edit, items, turned } from '../alter/answer.ts'
import { all, asks, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, andAlso } from '../alter/memory.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { ignoreQuery, input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesAt, mistakesIn } from './deviant.ts'
import { call, cut, knowing, stillListing, timeStays, userOf } from './elsewhere-steps.ts'
import { goesTo, recordOf } from './routes.ts'
import { filterAsSearch, isAskingToOmit, reads, rewrite, textAt } from './users-steps.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'

export const usersElsewhere: readonly Deviant[] = [
  ...mistakes({
    'users.path.short-name/get-only': [
      'knows short names when a user is read, and nowhere else',
      when(
        ({ path }) => /^\/api\/v1\/users\/[^/]+\//.test(path) && /^cf-(?!.*@)/.test(recordOf(path) ?? ''),
        refuse(404, 'E0000007'),
      ),
    ],
    'users.path.me/not-in-lists': [
      'knows me when it is read, and not in the lists below it',
      when(({ path }) => /^\/api\/v1\/users\/me\/(groups|appLinks)$/.test(path), refuse(404, 'E0000007')),
    ],
    'users.create.staged/with-groups-active': [
      'activates a user that is created into groups',
      on(
        'createUser',
        when(({ json }) => Array.isArray(json?.groupIds), ignoreQuery('activate')),
      ),
    ],
    'users.status-changed.moves/not-deactivated': [
      'leaves statusChanged alone when a user is deactivated',
      timeStays('deactivateUser', 'DEPROVISIONED'),
    ],
    'users.status-changed.moves/not-expired': [
      'leaves statusChanged alone when a password expires',
      timeStays('expirePassword', 'PASSWORD_EXPIRED'),
    ],
    'users.replace.deletes/keeps-second-email': [
      'keeps secondEmail where a replacement does not send it',
      on(
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
    ],
    'users.operations.times-kept/refused-but-moved': [
      'moves statusChanged where it refuses',
      after(
        ['suspendUser', 'unsuspendUser', 'activateUser', 'deactivateUser', 'unlockUser'],
        { outcome: 'refusal' },
        { statusChanged: '2031-02-03T04:05:06.789Z' },
      ),
    ],
    'users.search.profile/first-version': [
      'shows a user in searches as it was when first found',
      () => {
        const first = new Map<string, Json>()
        return async (sent, forward) => {
          const answer = await forward(sent)
          if (!goesTo('listUsers')(sent) || !sent.query.has('search') || !isSuccess(answer)) return answer
          for (const user of answer.json) if (!first.has(user.id)) first.set(user.id, user)
          return answerWith(answer, { json: answer.json.map(({ id }: Json) => first.get(id)) })
        }
      },
    ],
    'users.delete.removed/still-member': [
      'lists a removed user among the members of its groups',
      stillListing('listGroupUsers', 'deleteUser'),
    ],
    'users.delete.removed/still-deprovisioned': [
      'finds a removed user among the DEPROVISIONED ones',
      when(
        ({ method, query }) => method === 'DELETE' || /"DEPROVISIONED"/.test(query.get('search') ?? ''),
        stillListing('listUsers', 'deleteUser'),
      ),
    ],
    'users.operations.status-kept/update-unsuspends': [
      'unsuspends a user whose profile is updated',
      on('updateUser', andAlso(call('POST', (sent) => `${userOf(sent)}/lifecycle/unsuspend`))),
    ],
    'credentials.password.max.refused/not-on-change': [
      'cuts a new password of 73 characters to 72 when it is changed',
      on('changePassword', input('newPassword.value', cut(72))),
    ],
  }),
  ...mistakesIn('listUsers', {
    'users.filter.id/hides-deprovisioned': [
      'filters users that are not DEPROVISIONED only, unless the status is asked for',
      when(
        reads('filter', /^(?!.*status)/),
        items((list) => list.filter(({ status }) => status !== 'DEPROVISIONED')),
      ),
    ],
    'users.filter.value-case/status': [
      'takes a status in small letters',
      rewrite('filter', (text) =>
        text.replace(/status eq "[a-z]+"/, (part) => part.toUpperCase().replace('STATUS EQ', 'status eq')),
      ),
    ],
    'users.search.sw/contains': [
      'finds by sw what stands in the middle of a value',
      () => async (sent, forward) => {
        const [, path = '', value = ''] = /^([\w.]+) sw "([^"]*)"$/.exec(sent.query.get('search') ?? '') ?? []
        if (value === '') return forward(sent)
        const query = new URLSearchParams({ search: 'id gt "0"', sortBy: 'created', sortOrder: 'desc' })
        const all = await forward(sentWith(sent, { query }))
        const holds = (user: Json): boolean => textAt(user, path).toLowerCase().includes(value.toLowerCase())
        return isSuccess(all) ? answerWith(all, { json: all.json.filter(holds) }) : all
      },
    ],
    'users.list.q.excludes/login-too': [
      'finds users by their login with q',
      () => async (sent, forward) => {
        const answer = await forward(sent)
        const word = sent.query.get('q')
        if (word === null || !isSuccess(answer)) return answer
        const byLogin = await forward(
          sentWith(sent, { query: new URLSearchParams({ search: `profile.login sw "${word}"` }) }),
        )
        const known = new Set(answer.json.map(({ id }: Json) => String(id)))
        const more = byLogin.json.filter(({ id }: Json) => !known.has(String(id)))
        return answerWith(answer, { json: [...answer.json, ...more] })
      },
    ],
    'users.list.sort-case/by-locale': [
      'sorts as a dictionary does, past marks between letters',
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
    ],
    'users.list.sort-order-alone/turned': [
      'turns a list around that asks for desc without sortBy',
      when(({ query: asked }) => !asked.has('sortBy') && asked.get('sortOrder') === 'desc', turned()),
    ],
    'users.search.status-changed/last-updated': [
      'takes lastUpdated for statusChanged in a search',
      rewrite('search', (text) => text.replace('statusChanged', 'lastUpdated')),
    ],
    'users.search.profile-any/not-cost-center': [
      'refuses a search by costCenter',
      when(reads('search', /profile\.costCenter/), refuse()),
    ],
    'users.search.profile-any/email-is-login': [
      'takes the login for the e-mail in a search',
      rewrite('search', (text) => text.replace('profile.email', 'profile.login')),
    ],
    'users.search.profile-any/decoded-twice': [
      'decodes a search twice',
      rewrite('search', (text) => text.replaceAll('%25', '%')),
    ],
  }),
  ...['firstName', 'email'].flatMap((name) =>
    mistakesAt('listUsers', 'users.filter.value-case', {
      [name]: [
        `takes no notice of the case of ${name} in a filter`,
        when(reads('filter', new RegExp(`^profile\\.${name} eq "[^"]*"$`)), filterAsSearch()),
      ],
    }),
  ),
  ...mistakesIn('getUser', {
    'users.omit.credentials/profile-cut': [
      'leaves the profile out with the credentials',
      when(
        isAskingToOmit(/omitCredentials\b/),
        edit('profile', ({ login }: Json) => ({ login })),
      ),
    ],
    'users.omit.links-others-stay/expire-password-gone': [
      'leaves expirePassword out with the links of credential operations',
      when(
        ({ headers }) => /omitCredentialsLinks/.test(headers['content-type'] ?? ''),
        whenSuccess(
          body(({ _links: { expirePassword: _left, ...links }, ...user }) => ({ ...user, _links: links })),
        ),
      ),
    ],
  }),
  ...['POST', 'PUT'].flatMap((method) =>
    (
      [
        ['users.profile.email.form', 'email'],
        ['users.profile.second-email.form', 'secondEmail'],
      ] as const
    ).flatMap(([clause, name]) =>
      mistakesAt(method === 'POST' ? 'updateUser' : 'replaceUser', clause, {
        [`accepted-by-${method}`]: [
          `takes an update by ${method} whose ${name} has no @`,
          when(
            sends(`profile.${name}`, (value: Json) => !String(value).includes('@')),
            acceptWith(`profile.${name}`, 'somebody@example.com'),
          ),
        ],
      }),
    ),
  ),
  ...(['question', 'answer'] as const).flatMap((part) =>
    mistakesAt(['updateUser', 'changeRecoveryQuestion'], `credentials.${part}.max.refused`, {
      'not-on-update': [
        `takes a ${part} of 101 characters in an update`,
        all(
          input(`credentials.recovery_question.${part}`, cut(100)),
          when(({ path }) => path.includes('/credentials/'), input(`recovery_question.${part}`, cut(100))),
        ),
      ],
    }),
  ),
]

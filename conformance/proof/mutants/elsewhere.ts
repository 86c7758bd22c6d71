/**
 * Servers that fulfil a requirement in the usual place, but break it elsewhere: in another list, status or write. Some break
 * it for the second of two records, or only after an earlier read.
 */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, items } from '../alter/answer.ts'
import { all, asks, on, recordBefore, sends, when, whenSuccess } from '../alter/flow.ts'
import { listed, stale } from '../alter/memory.ts'
import { at, changed, has, isObject, like } from '../alter/path.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { filterAsSearch, ignoreInput, ignoreQuery, input, rewrite } from '../alter/request.ts'
import { answerWith, isSuccess, sentWith, type Alteration, recordOf } from '../alter/wire.ts'
import { keepsTime } from '../operators/memory.ts'
import { cell } from '../operators/operators.ts'
import { mutants, mutantsAt, mutantsIn, type Mutant } from './mutant.ts'
import { isAskingToOmit, reads } from './users-steps.ts'

/** Keeps the value that the record has at a path where a write of it leaves that out. */
export function keepsLeftOut(path: string): Alteration {
  return () => async (sent, forward) => {
    if (!isObject(sent.json) || has(sent.json, path)) return forward(sent)
    const old = await recordBefore(sent, forward)
    return forward(sentWith(sent, { json: changed(sent.json, path, () => at(old, path)) }))
  }
}

/** Finds by `q` what a search finds whose value at this path begins with it, too. */
function alsoFinds(path: string): Alteration {
  return () => async (sent, forward) => {
    const answer = await forward(sent)
    const word = sent.query.get('q')
    if (word === null || !isSuccess(answer)) return answer
    const found = await forward(
      sentWith(sent, { query: new URLSearchParams({ search: `${path} sw "${word}"` }) }),
    )
    const known = new Set(answer.json.map(({ id }: Json) => String(id)))
    const more = listed(found).filter(({ id }) => !known.has(String(id)))
    return answerWith(answer, { json: [...answer.json, ...more] })
  }
}

/** Shortens a text to this length. */
function cut(length: number): (value: Json) => Json {
  return (value) => (typeof value === 'string' ? value.slice(0, length) : value)
}

/** All of them, by area in the order of the API description. */
export const elsewhereMutants: readonly Mutant[] = [
  ...(['listUsers', 'listGroups'] as const).flatMap((list) =>
    mutantsAt(list, 'conventions.paging.limit', {
      [`not-in-filtered-${list === 'listUsers' ? 'users' : 'groups'}`]: when(
        asks('filter'),
        ignoreQuery('limit'),
      ),
    }),
  ),
  ...(
    [
      ['clients.redirect-uris.fragment', 'redirect_uris', ['https://client.example.com/callback']],
      ['clients.grant-types.web.not-password', 'grant_types', ['authorization_code']],
      ['clients.response-types.required', 'response_types', ['code']],
    ] as const
  ).flatMap(([requirement, name, repaired]) =>
    mutantsAt('updateClient', requirement, {
      'not-on-update': when(sends(name), acceptWith(name, repaired)),
    }),
  ),
  ...mutants({
    'groups.delete.gone/still-listed': cell('memory/survives', 'listGroups'),
    'membership.remove.effect/from-all-groups': cell('neighbours/written-too', 'removeUserFromGroup'),
    'users.suspend.groups-kept/not-listed': on(
      'listGroupUsers',
      items((list) => list.filter(({ status }) => status !== 'SUSPENDED')),
    ),
    'rules.update.stored/not-the-excluded': on('updateGroupRule', ignoreInput('conditions.people')),
    'rules.active.adds/first-group-only': cell('body/first-of-two', 'createGroupRule'),
  }),
  ...mutantsIn('listGroups', {
    'groups.list.q-excludes/description-too': alsoFinds('profile.description'),
  }),
  ...mutants({
    'users.path.short-name/get-only': when(
      ({ path }) => /^\/api\/v1\/users\/[^/]+\//.test(path) && /^cf-(?!.*@)/.test(recordOf(path) ?? ''),
      refuse(404, 'E0000007'),
    ),
    'users.path.me/not-in-lists': when(
      ({ path }) => /^\/api\/v1\/users\/me\/(groups|appLinks)$/.test(path),
      refuse(404, 'E0000007'),
    ),
    'users.status-changed.moves/not-deactivated': keepsTime('statusChanged')('deactivateUser'),
    'users.replace.deletes/keeps-second-email': on('replaceUser', keepsLeftOut('profile.secondEmail')),
    'users.search.profile/first-version': on('listUsers', when(asks('search'), stale())),
    'credentials.password.max.refused/not-on-change': on(
      'changePassword',
      input('newPassword.value', cut(72)),
    ),
  }),
  ...mutantsIn('listUsers', {
    'users.filter.id/hides-deprovisioned': when(
      reads('filter', /^(?!.*status)/),
      items((list) => list.filter(({ status }) => status !== 'DEPROVISIONED')),
    ),
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
    'users.search.profile-any/email-is-login': rewrite('search', (text) =>
      text.replace('profile.email', 'profile.login'),
    ),
  }),
  ...['firstName', 'email'].flatMap((name) =>
    mutantsAt('listUsers', 'users.filter.value-case', {
      [name]: when(reads('filter', new RegExp(`^profile\\.${name} eq "[^"]*"$`)), filterAsSearch()),
    }),
  ),
  ...mutantsIn('getUser', {
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
      mutantsAt(method === 'POST' ? 'updateUser' : 'replaceUser', requirement, {
        [`accepted-by-${method}`]: when(
          sends(`profile.${name}`, like(/^[^@]*$/)),
          acceptWith(`profile.${name}`, 'somebody@example.com'),
        ),
      }),
    ),
  ),
  ...(['question', 'answer'] as const).flatMap((part) =>
    mutantsAt(['updateUser', 'changeRecoveryQuestion'], `credentials.${part}.max.refused`, {
      'not-on-update': all(
        input(`credentials.recovery_question.${part}`, cut(100)),
        when(({ path }) => path.includes('/credentials/'), input(`recovery_question.${part}`, cut(100))),
      ),
    }),
  ),
]

import { a, check, type GivenUser, type Json } from '../engine/run/check.ts'
import { sleep } from '../engine/wire/deadline.ts'
import { userSearches } from '../tables/finders.ts'
import { optionalProperties } from '../tables/profile.ts'
import {
  conditionOf,
  findExactly,
  foundRows,
  holding,
  judgeFound,
  listUntil,
  quoted,
  textAt,
  textsOf,
} from './support/find-records.ts'
import { judgeUsersApart } from './support/records-apart.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { stageUser } from './support/arrange.ts'
import { usersPath } from './support/paths.ts'

const staged = { activate: false, password: false } as const

check(
  'a search by properties finds the users that have them, and no others',
  {
    judges: [
      ...userSearches.text.map(({ id }) => id),
      ...userSearches.start.map(({ id }) => id),
      'users.search.and',
      'users.search.or',
      'users.search.parentheses',
      'users.search.operator-case',
      'users.search.value-case',
      'users.search.quote',
      'users.search.lt-or-gt',
    ],
  },
  async (context) => {
    const { given, unique } = context
    const [here, base] = [unique('here'), unique('title')]
    const [own, longer] = [textsOf(userSearches.text, here), textsOf(userSearches.text, here, '-2')]
    const make = (texts: Json, title: string): Promise<GivenUser> =>
      given.user({ ...staged, profile: { ...texts, title, email: unique.email() } })
    const alpha = await make(own, `${base}-alpha`)
    const alphabet = await make(own, `${base}-alphabet`)
    const beta = await make(own, `${base}-beta`)
    const far = await make(longer, `${base}-alphabet`)
    const quote = await make(longer, `${base} "in quotes"`)
    // Decoded twice, %25 becomes %, and a plus a space.
    const encoded = await make(longer, `${base}-100%25 a+b&c=d`)
    const title = (end: string): string => `profile.title eq ${quoted(base + end)}`
    const department = textAt(alpha, 'profile.department')
    const at = `profile.department eq ${quoted(department)}`
    const either = `${title('-alphabet')} or ${title('-beta')}`
    await judgeFound(context, listUntil, 'search', [
      ...foundRows(userSearches.text, alpha, [alpha, alphabet, beta, far, quote, encoded]),
      ['users.search.profile-any', `profile.email eq ${quoted(far.email)}`, [far]],
      ['users.search.profile-any', `profile.email eq ${quoted(far.login)}`, []],
      ['users.search.sw', `profile.title sw ${quoted(`${base}-alpha`)}`, [alpha, alphabet, far]],
      ['users.search.sw', `profile.title sw ${quoted(`${base}-alphab`)}`, [alphabet, far]],
      ['users.search.sw', `profile.title sw ${quoted(`${base.slice(1)}-alphab`)}`, []],
      ['users.search.and', `${at} and ${title('-alphabet')}`, [alphabet]],
      ['users.search.and', `${title('-alphabet')} and ${at}`, [alphabet]],
      ['users.search.or', either, [alphabet, beta, far]],
      ['users.search.parentheses', `${at} and (${either})`, [alphabet, beta]],
      ['users.search.parentheses', `(${either}) and ${at}`, [alphabet, beta]],
      ['users.search.operator-case', `profile.login EQ ${quoted(alpha.login)}`, [alpha]],
      ['users.search.operator-case', `${at} AND ${title('-beta')}`, [beta]],
      ['users.search.operator-case', `${title('-alpha')} OR ${title('-beta')}`, [alpha, beta]],
      ['users.search.operator-case', `profile.title SW ${quoted(`${base}-alphab`)}`, [alphabet, far]],
      [
        'users.search.value-case',
        `profile.department eq ${quoted(department.toUpperCase())}`,
        [alpha, alphabet, beta],
      ],
      ['users.search.value-case', `profile.title sw ${quoted(`${base}-ALPHAB`)}`, [alphabet, far]],
      ['users.search.quote', title(' "in quotes"'), [quote]],
      ['users.search.profile-any', title('-100%25 a+b&c=d'), [encoded]],
      ['users.search.profile-any', title('-100% a+b&c=d'), []],
      [
        'users.search.lt-or-gt',
        `${at} and (profile.title lt ${quoted(`${base}-alphabet`)} or profile.title gt ${quoted(`${base}-alphabet`)})`,
        [alpha, beta],
      ],
    ])
  },
)

check(
  'a search takes every property of the profile, and each on its own',
  { judges: [], supports: ['users.search.profile-any'] },
  async (context) => {
    const { given, unique } = context
    const division = unique('every')
    const values = optionalProperties
      .filter(({ name }) => name !== 'division')
      .map(({ name, value }): [string, string] => [name, name === 'secondEmail' ? unique.email() : value])
    const user = await given.user({
      ...staged,
      profile: { ...Object.fromEntries(values), division },
    })
    await given.user({ ...staged, profile: { division } })
    const at = `profile.division eq ${quoted(division)}`
    const asked = values.map(([name, value]) => `profile.${name} eq ${quoted(value)}`)
    const whole = await findExactly(context, { search: `${at} and ${asked.join(' and ')}` }, [user])
    const found = whole.found.join() === whole.wanted.join()
    // All at once, and one by one only after a mistake.
    await judgeFound(
      context,
      listUntil,
      'search',
      (found ? [asked.join(' and ')] : asked).map((each) => [
        'users.search.profile-any',
        `${at} and ${each}`,
        [user],
      ]),
    )
  },
)

check(
  'a search shows a user as it was last updated, once the lag is over',
  { judges: [], supports: ['users.search.profile'] },
  async (context) => {
    const { given, api, judge, unique } = context
    const user = await given.user({ ...staged, profile: { title: 'First' } })
    const search = `profile.login eq ${quoted(user.login)}`
    await findExactly(context, { search }, [user])
    const title = unique('second')
    await api.control('users.update.ok').post(user.path, { profile: { title } })
    const shown = await listUntil(context, { search }, ({ items }) => items[0]?.profile?.title === title)
    judge('users.search.profile').some(shown.items, { id: user.id, profile: { title } })
    const byOld = await findExactly(context, { search: `${search} and profile.title eq "First"` }, [])
    judge('users.search.profile').equal(byOld.found, [], 'nobody is found by the value from before')
  },
)

check(
  'a search by status finds users of that status, DEPROVISIONED ones too',
  { judges: ['users.search.status'] },
  async (context) => {
    const { given, judge, unique } = context
    const department = unique('status')
    const made = {
      STAGED: await given.user({ ...staged, profile: { department } }),
      ACTIVE: await given.user({ profile: { department } }),
      DEPROVISIONED: await given.user({ status: 'DEPROVISIONED', profile: { department } }),
    }
    for (const [status, user] of Object.entries(made)) {
      const search = `status eq ${quoted(status)}`
      const scoped = `${search} and profile.department eq ${quoted(department)}`
      await judgeFound(context, listUntil, 'search', [['users.search.status', scoped, [user]]])
      const all = await listUntil(context, { search }, ({ items }) => items.length > 0)
      judge('users.search.status').every(all.items, { status })
    }
  },
)

check(
  'a search by a timestamp finds the user that carries it',
  { judges: userSearches.time.map(({ id }) => id), quick: true },
  async (context) => {
    const { given, api, judge, assume, signal } = context
    // So that no earlier user, such as the caller, carries the same times.
    await sleep(2, signal)
    const user = await given.user({ status: 'SUSPENDED' })
    // Moves only lastUpdated, once the clock of the target has moved on.
    await sleep(2, signal)
    await api.control('users.update.ok').post(user.path, { profile: { title: 'Later' } })
    const { json } = await api.get(user.path)
    for (const row of userSearches.time) {
      const { id: requirement, by: name = '' } = row
      const value: unknown = json[name]
      assume('users.status-changed.present', typeof value === 'string', `the user carries ${name}`)
      const search = conditionOf(row, String(value))
      const reply = await listUntil(context, { search }, holding(user))
      judge(requirement).some(reply.items, { id: user.id })
      judge(requirement).every(reply.items, { [name]: a.timestamp })
      judge(requirement).every(reply.items, { [name]: value })
    }
  },
)

check(
  'a search by type.id finds the users of that type',
  { judges: ['users.search.type-id'] },
  async (context) => {
    const { given, api, judge, unique } = context
    const department = unique('type')
    const user = await given.user({ ...staged, profile: { department } })
    const at = `profile.department eq ${quoted(department)}`
    await judgeFound(context, listUntil, 'search', [
      ['users.search.type-id', `type.id eq ${quoted(String(user.json.type?.id))} and ${at}`, [user]],
    ])
    const search = `type.id eq ${quoted('cf-no-type')} and ${at}`
    const others = await api.get(usersPath, { query: { search } })
    judge('users.search.type-id').on(others).none(others.items, { id: user.id })
  },
)

check(
  'gt finds later values, lt earlier ones, and neither the equal one',
  { judges: userSearches.order.map(({ id }) => id) },
  (context) => judgeUsersApart(context, 'search', 'created', userSearches.order),
)

check(
  'a search tells the spelling of properties and diacritical marks apart',
  { judges: ['users.search.property-case', 'users.search.diacritics', 'users.search.ne'] },
  async (context) => {
    const { given, api, judge, unique, assume } = context
    const name = unique('spelling')
    const user = await given.user({ ...staged, profile: { lastName: name, department: `${name}-Jos\u00e9` } })
    const other = await given.user({ ...staged, profile: { lastName: `${name}-other` } })
    const search = (text: string): ReturnType<typeof api.get> =>
      api.get(usersPath, { query: { search: text } })
    for (const [owner, text] of [
      ['users.search.profile-any', `profile.lastName eq ${quoted(name)}`],
      ['users.search.profile-any', `profile.department eq ${quoted(`${name}-Jos\u00e9`)}`],
    ] as const) {
      const { found, wanted } = await findExactly(context, { search: text }, [user])
      assume(owner, found.join() === wanted.join(), `the user is found by ${text}`)
    }
    for (const property of ['profile.lastname', 'Profile.lastName', 'profile.LASTNAME']) {
      const reply = await search(`${property} eq ${quoted(name)}`)
      judge('users.search.property-case')
        .on(reply)
        .ok(reply.status < 500, 'refused, or an answer', reply.status)
      judge('users.search.property-case').on(reply).none(reply.items, { id: user.id })
    }
    const plain = await search(`profile.department eq ${quoted(`${name}-Jose`)}`)
    judge('users.search.diacritics').success(plain)
    judge('users.search.diacritics').on(plain).none(plain.items, { id: user.id })

    judge('users.search.ne').refused(await search(`profile.lastName ne ${quoted(name)}`))
    judge('users.search.ne').refused(await search(`profile.login ne ${quoted(other.login)}`))
  },
)

check(
  'a search on an array property finds a user by any of its elements',
  { judges: ['users.search.array'], needs: ['custom-array-property'] },
  async (context) => {
    const { api, need, unique } = context
    const { name } = await need('custom-array-property')
    const [one, two, three] = [unique('one'), unique('two'), unique('three')]
    const make = async (elements: readonly string[]): Promise<{ id: string }> => {
      const reply = await stageUser(
        api.control('users.custom.declared'),
        newProfile(unique, { [name]: elements }),
      )
      return { id: String(reply.json.id) }
    }
    const first = await make([one, two])
    const second = await make([two, three])
    await judgeFound(context, listUntil, 'search', [
      ['users.search.array', `profile.${name} eq ${quoted(one)}`, [first]],
      ['users.search.array', `profile.${name} eq ${quoted(two)}`, [first, second]],
      ['users.search.array', `profile.${name} eq ${quoted(three)}`, [second]],
    ])
  },
)

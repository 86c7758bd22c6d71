import { check, type Json, type Reply } from '../engine/run/check.ts'
import { boundedProperties, neededProperties, phoneProperties } from '../tables/profile.ts'
import { findByEmails } from './support/find-records.ts'
import { refusedAddresses } from '../tables/refused-values.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { stageUser } from './support/arrange.ts'
import { readBack, userPath } from './support/paths.ts'

/** Text of a length: words, of which some letters take two bytes, and a number. */
function textOf(length: number): string {
  return (
    'lörem ipsüm 42 '.repeat(Math.ceil(length / 15)).slice(0, length - 1) + '.'.repeat(Math.min(length, 1))
  )
}

/** An address of a length, with no part longer than mail and the DNS allow (64 and 63). */
function addressOf(length: number, local: string): string {
  const filling = 'd'.repeat(length - local.length - '@..example.com'.length)
  const half = Math.ceil(filling.length / 2)
  return `${local}@${filling.slice(0, half)}.${filling.slice(half)}.example.com`
}

/** Letters and digits that hardly any other user has; the run's marker needs more than a few characters. */
function fewLetters(count: number, draw: Draw): string {
  return Array.from({ length: count }, () => draw(36).toString(36)).join('')
}

/** Draws a number below another one. */
type Draw = (below: number) => number

/** Forms that an address of five characters can take; a server may ask for a dot in the domain. */
const shortest = (draw: Draw): string[] => [
  `${fewLetters(1, draw)}@${fewLetters(1, draw)}.${'abcdefghijklm'[draw(13)]}`,
  `${fewLetters(2, draw)}@${fewLetters(2, draw)}`,
  `${fewLetters(1, draw)}@${fewLetters(3, draw)}`,
]

/** Texts of a length, by the form of the property; of several, one must be accepted. */
const valuesOf = {
  address: (length: number, local: string, draw: Draw) =>
    length === 5 ? shortest(draw) : [addressOf(length, local)],
  text: (length: number) => [textOf(length)],
  phone: (length: number) => [phoneOf(length)],
}

const texts = (form: keyof typeof valuesOf, length: number) => (local: string, draw: Draw) =>
  valuesOf[form](length, local, draw)

const limited = [...boundedProperties, ...phoneProperties]

/** Values within a limit: one of them must be accepted and stored completely. */
const accepted = [
  ...boundedProperties.map(
    ({ slug, name, form, min }) => [`users.profile.${slug}.min.accepted`, name, texts(form, min)] as const,
  ),
  ...limited.map(
    ({ slug, name, form, max }) => [`users.profile.${slug}.max.accepted`, name, texts(form, max)] as const,
  ),
  ['users.profile.email.atom', 'email', (local: string) => [`${local}+tag's_y@example.com`]] as const,
]

function phoneOf(length: number): string {
  return '+31205550100'.padEnd(length, '5')
}

check(
  'profile values at the edge of a limit are accepted and kept whole',
  { judges: accepted.map(([requirement]) => requirement), quick: true },
  async ({ api, judge, unique }) => {
    const create = (profile: Json): Promise<Reply> =>
      stageUser(api, newProfile(unique, profile), {}, { unmarked: 'login' in profile })
    for (const rows of togetherOf(accepted)) {
      const edges = rows.map(([requirement, name, values]) => {
        const all = values(unique('edge'), unique.draw)
        return { requirement, name, all, first: { [name]: all[0] } }
      })
      const profile: Json = Object.assign({}, ...edges.map(({ first }) => first))
      const created = await create(profile)
      const read = await readBack(api, created)
      const isKept = ({ json }: Reply): boolean =>
        edges.every(({ name }) => json.profile?.[name] === profile[name])
      if (isKept(created) && isKept(read)) {
        for (const { requirement, first } of edges) {
          judge(requirement).matches(created, { profile: first })
          judge(requirement).matches(read, { profile: first })
        }
        continue
      }
      // One of them is not stored, or they do not fit together: then each alone.
      for (const { requirement, name, all } of edges) {
        let reply = created
        let kept: Json
        for (const value of all) {
          kept = { [name]: value }
          reply = await create(kept)
          if (reply.status < 300) break
        }
        judge(requirement).matches(reply, { profile: kept })
        judge(requirement).matches(await readBack(api, reply), { profile: kept })
      }
    }
  },
)

/** Groups rows that a profile can have together: each property at most once. */
function togetherOf<Row extends readonly [unknown, string, unknown]>(rows: readonly Row[]): Row[][] {
  const lists: Row[][] = []
  for (const row of rows) {
    const list = lists.find((each) => each.every(([, name]) => name !== row[1]))
    if (list) list.push(row)
    else lists.push([row])
  }
  return lists
}

check(
  'an empty phone number is accepted',
  { judges: phoneProperties.map(({ slug }) => `users.profile.${slug}.min.accepted` as const) },
  async ({ api, judge, unique }) => {
    for (const { slug, name } of phoneProperties) {
      const requirement = `users.profile.${slug}.min.accepted` as const
      const profile = newProfile(unique, { [name]: '' })
      const reply = await stageUser(api, profile)
      judge(requirement).matches(reply, { profile: { login: profile.login } })
      // A server may show an empty number as no number.
      const read = await readBack(api, reply)
      judge(requirement).matches(read, { profile: { login: profile.login } })
      judge(requirement).oneOf(read.json.profile?.[name] ?? '', [''])
    }
  },
)

/** Profiles that a create must refuse: the wrong values instead of the good ones. */
const refused = [
  ...neededProperties.flatMap(
    ({ slug, name }) =>
      [
        [`users.profile.${slug}.required`, () => ({ [name]: undefined })],
        [`users.profile.${slug}.null`, () => ({ [name]: null })],
      ] as const,
  ),
  ...boundedProperties.map(
    ({ slug, name, min }) =>
      [
        `users.profile.${slug}.min.refused`,
        (_: string, draw: Draw) => ({
          [name]: min === 1 ? '' : `${fewLetters(1, draw)}@${fewLetters(2, draw)}`,
        }),
      ] as const,
  ),
  ['users.profile.login.min.refused', (_: string, draw: Draw) => ({ login: fewLetters(4, draw) })],
  ...limited.map(
    ({ slug, name, form, max }) =>
      [
        `users.profile.${slug}.max.refused`,
        (local: string, draw: Draw) => ({ [name]: texts(form, max + 1)(local, draw)[0] }),
      ] as const,
  ),
  ['users.profile.login.form', (local: string) => ({ login: local })],
  ...refusedAddresses.map(
    ({ id, path, sent }) => [id, () => ({ [path.slice('profile.'.length)]: sent })] as const,
  ),
] as const

check(
  'a create with a profile value that is missing, too short, too long or of another form is refused',
  { judges: [...new Set(refused.map(([requirement]) => requirement))], quick: true },
  async (context) => {
    const { api, judge, unique } = context
    await stageUser(api.control('users.create.ok'), newProfile(unique))
    const rows = refused.map(
      ([requirement, change]) =>
        [requirement, change(unique('bad'), unique.draw) as Readonly<Record<string, Json>>] as const,
    )
    const judgeRow = async ([requirement, change]: (typeof rows)[number], base: Json): Promise<void> => {
      judge(requirement).refused(await stageUser(api, { ...base, ...change }, {}, { unmarked: true }))
    }
    // All rows with a good login share one. One look at the end then shows that no user was created.
    const isPlain = ([, change]: (typeof rows)[number]): boolean => !('login' in change)
    const shared = newProfile(unique)
    for (const row of rows.filter(isPlain)) await judgeRow(row, shared)
    const nobody = await api.get(userPath(shared.login))
    for (const row of rows) {
      const [requirement, change] = row
      if (isPlain(row) && nobody.status >= 400) {
        judge(requirement).refused(nobody)
        continue
      }
      const profile: Json = { ...newProfile(unique), ...change }
      await judgeRow(row, profile)
      if (typeof profile.login === 'string')
        judge(requirement).refused(await api.get(userPath(profile.login)))
    }
    // Without a login no path leads to a user, so the check uses the e-mail.
    const emails = [unique.email(), unique.email()] as const
    const without = [
      ['users.profile.login.required', undefined],
      ['users.profile.login.null', null],
    ] as const
    for (const [at, [requirement, login]] of without.entries())
      judge(requirement).refused(await stageUser(api, { ...newProfile(unique), login, email: emails[at] }))
    for (const [at, found] of (await findByEmails(context, emails)).entries())
      judge(without[at === 0 ? 0 : 1][0])
        .on(found)
        .equal(found.body, [], 'nobody has the e-mail of the refused create')
  },
)

check(
  'an update is held to the same values as a create, and a refused one changes nothing',
  {
    judges: ['users.profile.limits-on-update'],
    supports: [
      ...new Set(
        refused
          .filter(([requirement]) => !requirement.startsWith('users.profile.login.'))
          .map(([requirement]) => requirement),
      ),
    ],
  },
  async ({ given, api, judge, unique }) => {
    const user = await given.user({ activate: false, password: false, profile: { firstName: 'Before' } })
    const longest = textOf(50)
    for (const method of ['POST', 'PUT']) {
      const update = (change: Json): Promise<Reply> =>
        api.request(method, user.path, { profile: { ...(method === 'POST' ? {} : user.profile), ...change } })
      const fitting = { firstName: longest, title: 'fits', email: `${unique('edge')}+tag's_y@example.com` }
      judge('users.profile.limits-on-update').success(await update(fitting))
      judge('users.profile.limits-on-update').refused(
        await update({ firstName: textOf(51), title: 'too long' }),
      )
      const { profile } = (await api.get(user.path)).json
      judge('users.profile.limits-on-update').like(profile, fitting, 'the profile')
      let isKept = true
      for (const [requirement, change] of refused) {
        const wrong: Json = change(unique('bad'), unique.draw)
        // A partial update keeps a property that it does not send.
        const isMissing = Object.values(wrong).includes(undefined)
        if ('login' in wrong || (method === 'POST' && isMissing)) continue
        const reply = await update({ title: 'wrong', ...wrong })
        judge(requirement).refused(reply)
        isKept &&= reply.status >= 400
      }
      if (!isKept) continue
      judge('users.profile.limits-on-update').matches(await api.get(user.path), { profile })
    }
  },
)

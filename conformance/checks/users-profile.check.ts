import {
  a,
  check,
  type Api,
  type CheckContext,
  type Json,
  type Reply,
  type Unique,
} from '../engine/run/check.ts'
import { Expectation } from '../engine/judge/expectation.ts'
import { neededProperties, optionalProperties } from '../tables/profile.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { stageUser, makeGroup } from './support/arrange.ts'
import { userPath, readBack, readGroup } from './support/paths.ts'
import { holding, judgeFound, listGroupsUntil, listUntil, quoted } from './support/find-records.ts'

const kept = [
  ...neededProperties.map(({ slug, name }) => [`users.profile.${slug}.kept`, name] as const),
  ['users.profile.locale.kept', 'locale'] as const,
  ...optionalProperties.map(({ slug, name }) => [`users.profile.${slug}.kept`, name] as const),
]

const nullable = optionalProperties.map(({ slug, name }) => [`users.profile.${slug}.null`, name] as const)

/** Values of the properties that a caller chooses freely. */
const values = Object.fromEntries(
  [...neededProperties, ...optionalProperties]
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => [name, value]),
)

const stringOrNull = new Expectation(
  'a string, null, or nothing',
  (value) => value === undefined || value === null || typeof value === 'string',
)

const allStrings = {
  ...Object.fromEntries(kept.map(([, name]) => [name, stringOrNull])),
  login: a.string,
}

check(
  'a user carries every default property it was given, until null takes it away',
  {
    judges: [
      ...kept.map(([requirement]) => requirement),
      ...nullable.map(([requirement]) => requirement),
      'users.profile.strings',
    ],
    quick: true,
  },
  async ({ api, judge, unique }) => {
    const profile = newProfile(unique, { ...values, email: unique.email(), locale: 'nl_NL' })
    // All at once; one by one if that is refused, so that a refusal counts for its own property only.
    const whole = await stageUser(api, profile)
    const wholePath = whole.status < 300 ? userPath(whole.json.id) : undefined
    const readWhole = wholePath === undefined ? undefined : await api.get(wholePath)
    for (const [requirement, name] of kept) {
      const expected = { profile: { [name]: profile[name] } }
      if (readWhole !== undefined) {
        judge(requirement).matches(whole, expected)
        judge(requirement).matches(readWhole, expected)
        continue
      }
      const own = name === 'login' ? { login: unique.login() } : { [name]: profile[name] }
      const alone = await stageUser(api, newProfile(unique, own))
      judge(requirement).matches(alone, { profile: own })
      judge(requirement).matches(await readBack(api, alone), { profile: own })
    }
    if (readWhole !== undefined) judge('users.profile.strings').matches(readWhole, { profile: allStrings })

    const nothing = Object.fromEntries(optionalProperties.map(({ name }) => [name, null]))
    const cleared = wholePath === undefined ? undefined : await api.post(wholePath, { profile: nothing })
    const readCleared = cleared !== undefined && cleared.status < 300 ? await api.get(wholePath!) : undefined
    for (const [requirement, name] of nullable) {
      const expected = { profile: { login: a.string, [name]: a.nothing } }
      if (readCleared !== undefined) {
        judge(requirement).matches(readCleared, expected)
        continue
      }
      const given = await stageUser(api, newProfile(unique, { [name]: profile[name] }))
      const alone = given.status < 300 ? given : await stageUser(api, newProfile(unique))
      const path = userPath(alone.json.id)
      judge(requirement).success(await api.post(path, { profile: { [name]: null } }))
      judge(requirement).matches(await api.get(path), expected)
    }
    const after = readCleared ?? (await stageUser(api, newProfile(unique)))
    judge('users.profile.strings').matches(after, { profile: allStrings })
  },
)

check(
  'a user without locale has en_US, and none has null',
  { judges: ['users.profile.locale.default', 'users.profile.locale.null'] },
  async ({ given, api, judge, unique }) => {
    const user = await given.user({ activate: false, password: false })
    judge('users.profile.locale.default').matches(await api.get(user.path), { profile: { locale: 'en_US' } })

    const reply = await stageUser(api, newProfile(unique, { locale: null }))
    if (reply.status >= 300) judge('users.profile.locale.null').refused(reply)
    else {
      judge('users.profile.locale.null').matches(reply, { profile: { locale: a.string } })
      const read = await readBack(api, reply)
      judge('users.profile.locale.null').matches(read, { profile: { locale: a.string } })
    }
  },
)

// Properties of profiles, of users and of groups, that a schema declares and that none declares.

const kinds = [
  {
    title: 'a user',
    kind: 'users',
    need: 'custom-property',
    create: (api: Api, unique: Unique, more: Json) => stageUser(api, newProfile(unique, more)),
    read: readBack,
    given: ({ given }: CheckContext, profile: Json) =>
      given.user({ activate: false, password: false, profile }),
    list: listUntil,
  },
  {
    title: 'a group',
    kind: 'groups',
    need: 'group-custom-property',
    create: (api: Api, unique: Unique, more: Json) => makeGroup(api, { name: unique('custom'), ...more }),
    read: readGroup,
    given: ({ given }: CheckContext, profile: Json) => given.group({ profile }),
    list: listGroupsUntil,
  },
] as const

for (const { title, kind, need, create, read, given: make, list } of kinds) {
  check(
    `a search by a custom property finds ${title} that holds the value`,
    { judges: [`${kind}.search.custom`], needs: [need] },
    async (context) => {
      const { name } = await context.need(need)
      const value = context.unique('custom')
      const record = await make(context, { [name]: value })
      await make(context, { [name]: `${value}-2` })
      await judgeFound(context, list, 'search', [
        [`${kind}.search.custom`, `profile.${name} eq ${quoted(value)}`, [record]],
      ])
    },
  )

  check(
    `a declared custom property of ${title} is kept, HTML and all`,
    { judges: [`${kind}.custom.declared`, `${kind}.custom.html`], needs: [need] },
    async (context) => {
      const { api, judge, unique } = context
      const { name } = await context.need(need)
      for (const [requirement, value] of [
        [`${kind}.custom.declared`, 'plain value'],
        [`${kind}.custom.html`, `<b title="x">bold</b> &amp; <script>alert('no')</script>`],
      ] as const) {
        const created = await create(api, unique, { [name]: value })
        judge(requirement).matches(created, { profile: { [name]: value } })
        judge(requirement).matches(await read(api, created), { profile: { [name]: value } })
      }
    },
  )

  check(
    `a profile property of ${title} that no schema declares is not stored`,
    { judges: [`${kind}.custom.undeclared`] },
    async (context) => {
      const { given, api, judge, unique } = context
      const requirement = judge(`${kind}.custom.undeclared`)
      const own = kind === 'users' ? { login: unique.login() } : { name: unique('custom') }
      const created = await create(api, unique, { ...own, cfNobodyDeclaredThis: 'kept?' })
      if (created.status < 300) {
        const stored = await read(api, created)
        requirement.matches(stored, { profile: own })
        for (const reply of [created, stored]) requirement.absent(reply.json.profile, 'cfNobodyDeclaredThis')
        return
      }
      requirement.refused(created)
      if (own.login !== undefined) {
        await given.user({ activate: false, password: false })
        requirement.refused(await api.get(userPath(own.login)))
        return
      }
      const fence = await given.group({ name: `${own.name}-fence` })
      const search = `profile.name sw ${quoted(own.name)}`
      const found: Reply = await listGroupsUntil(context, { search }, holding(fence))
      requirement.some(found.items, { id: fence.id })
      requirement.none(found.items, { profile: own })
    },
  )
}

/** Properties of profiles, of users and of groups, that a schema declares and that none declares. */
import {
  check,
  type Api,
  type CheckContext,
  type Json,
  type Reply,
  type Unique,
} from '../engine/run/check.ts'
import { holding, judgeFound, listGroupsUntil, listUntil, quoted } from './support/find-records.ts'
import { makeGroup, stageUser } from './support/arrange.ts'
import { newProfile } from '../engine/supply/new-records.ts'
import { readBack, readGroup, userPath } from './support/paths.ts'

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

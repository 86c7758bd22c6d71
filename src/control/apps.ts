import { z } from 'zod'
import { once } from '../contract/once.ts'
import { givenApp } from '../contract/resources/app.ts'
import type { AppAssignmentTarget } from '../model/groups/app-record.ts'
import type { Org } from '../model/org.ts'
import { viewsOf } from '../views/index.ts'
import { defineAction } from './action.ts'
import { knownGroup } from './groups.ts'
import { reference, shallow } from './input.ts'

const target = once(() =>
  z
    .strictObject({ application: reference(), group: reference().optional(), user: reference().optional() })
    .refine(({ group, user }) => (group === undefined) !== (user === undefined), {
      error: 'expected either a group or a user',
      path: ['group'],
    }),
)

export const appActions = {
  createApplication: defineAction({
    input: () => z.strictObject({ ...givenApp(), label: givenApp().label.unwrap() }).superRefine(shallow),
    run: (org, input) => viewsOf(org).apps.of(org.apps.create(input)),
  }),
  updateApplication: defineAction({
    input: () => z.strictObject({ application: reference(), ...givenApp() }).superRefine(shallow),
    run: (org, { application, ...changes }) => viewsOf(org).apps.of(org.apps.update(application, changes)),
  }),
  assignApplication: defineAction({
    input: target,
    run(org, { application, group, user }) {
      return org.apps.assign(application, targetOf(org, group, user))
    },
  }),
  unassignApplication: defineAction({
    input: target,
    run(org, { application, group, user }) {
      const { id } = org.apps.resolve(application)
      return { removed: org.apps.unassign(id, targetOf(org, group, user)) }
    },
  }),
}

function targetOf(org: Org, group: string | undefined, user: string | undefined): AppAssignmentTarget {
  if (group === undefined) return { kind: 'user', id: org.users.resolve(user ?? '').id }
  return { kind: 'group', id: knownGroup(org, group).id }
}

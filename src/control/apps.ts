import { z } from 'zod'
import { refuse } from '../contract/errors/refusal.ts'
import { givenApp } from '../contract/resources/app.ts'
import type { AppAssignmentTarget } from '../model/apps/app-record.ts'
import type { Org } from '../model/org.ts'
import { viewsOf } from '../views/index.ts'
import { defineAction } from './action.ts'
import { knownGroup } from './groups.ts'
import { reference, shallow } from './input.ts'

/** An application, and either a group or a user. */
export function ofOneTarget<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .strictObject({
      ...fields,
      application: reference(),
      group: reference().optional(),
      user: reference().optional(),
    })
    .refine(
      (input) => {
        const { group, user } = input as Target
        return (group === undefined) !== (user === undefined)
      },
      {
        error: 'expected either a group or a user',
        path: ['group'],
      },
    )
}

interface Target {
  readonly group?: string | undefined
  readonly user?: string | undefined
}

export const appActions = {
  setApplication: defineAction({
    input: () => z.strictObject({ application: reference().optional(), ...givenApp() }).superRefine(shallow),
    run(org, { application, label, ...given }) {
      if (application !== undefined)
        return viewsOf(org).apps.of(
          org.apps.update(org.apps.resolveNamed(application).id, { label, ...given }),
        )
      if (label === undefined) refuse('form', { at: 'label', expected: 'the label of a new application' })
      return viewsOf(org).apps.of(org.apps.create({ label, ...given }))
    },
  }),
  assignApplication: defineAction({
    input: () => ofOneTarget({}),
    run: (org, { application, ...target }) =>
      org.apps.assign(org.apps.resolveNamed(application).id, targetOf(org, target)),
  }),
}

export function targetOf(org: Org, { group, user }: Target): AppAssignmentTarget {
  if (group === undefined) return { kind: 'user', id: org.users.resolve(user ?? '').id }
  return { kind: 'group', id: knownGroup(org, group).id }
}

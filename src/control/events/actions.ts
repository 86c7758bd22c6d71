import { z } from 'zod'
import { saysGot } from '../../contract/errors/mistakes.ts'
import { once } from '../../contract/once.ts'
import { defineAction } from '../action.ts'
import { patience, reference } from '../input.ts'
import { type EventPattern, isPattern, OrgEvents, patternProblem } from './event-log.ts'

const pattern = once(() =>
  z.string().refine(isPattern, { error: ({ input }) => patternProblem(input), params: saysGot }),
)

const wanted = once(() =>
  z.strictObject({
    type: pattern().optional(),
    record: reference().optional(),
    after: z.string().optional(),
  }),
)

export const eventActions = {
  listEvents: defineAction({
    reads: true,
    input: () =>
      wanted().extend({
        user: reference().optional(),
        limit: z.int().min(1).optional(),
      }),
    run: (org, query) => new OrgEvents(org.traffic.recorder).list(query),
  }),
  waitForEvent: defineAction({
    reads: true,
    input: () =>
      wanted().extend({
        timeout: patience().default(5000),
      }),
    run: (org, { type = '*', ...query }) =>
      new OrgEvents(org.traffic.recorder).waitFor(type as EventPattern, query),
  }),
}

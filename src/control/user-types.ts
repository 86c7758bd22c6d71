import { z } from 'zod'
import { defineAction } from './action.ts'

export const userTypeActions = {
  createUserType: defineAction({
    input: () => z.strictObject({ name: z.string().min(1).optional() }),
    run(org, { name }) {
      const id = org.userTypes.add(org.ids)
      return { id, ...(name === undefined ? {} : { name }) }
    },
  }),
}

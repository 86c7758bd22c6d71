import type { RefusalName } from '../../src/contract/refusals.ts'
import type { OrgOptions } from '../../generated/org-options.ts'
import type { TestOrg, TestReply } from '../support/call.ts'

/** Makes a call that is refused, last of all. `id` is that of an ACTIVE user with password and recovery question. */
export type Refused = (it: TestOrg, id: string) => Promise<TestReply>

/** A refusal, in which circumstance it is given, and a call that causes it. */
export interface Case {
  readonly refusal: RefusalName
  readonly when: string
  readonly cause: Refused
  readonly options?: OrgOptions
}

export function on(refusal: RefusalName, when: string, cause: Refused, options?: OrgOptions): Case {
  return { refusal, when, cause, ...(options ? { options } : {}) }
}

export const get =
  (url: string): Refused =>
  ({ call }) =>
    call('GET', url)

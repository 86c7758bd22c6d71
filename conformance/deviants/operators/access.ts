/** Who is let in, and as whom. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import { on } from '../alter/flow.ts'
import type { Alteration } from '../wire.ts'
import { isSuccess, sentWith } from '../wire.ts'
import { ofMe, onlyIf } from './fits.ts'
import { KnownRecords } from './known-records.ts'
import type { Operator } from './operator.ts'

/** Lets in who shows another credential than the run's, or none. */
const letsIn =
  (who: (authorization: string | undefined, known: string) => boolean) =>
  (operation: OperationName): Alteration =>
  () => {
    let known: string | undefined
    const enter = on(operation, () => (sent, forward) => {
      const { authorization, cookie } = sent.headers
      if (
        known === undefined ||
        cookie !== undefined ||
        authorization === known ||
        !who(authorization, known)
      )
        return forward(sent)
      return forward(sentWith(sent, { headers: { ...sent.headers, authorization: known } }))
    })()
    return async (sent, forward) => {
      const answered = await enter(sent, forward)
      if (isSuccess(answered)) known ??= sent.headers['authorization']
      return answered
    }
  }

/** Takes any cookie for the last one that was good. */
const anyCookie =
  (operation: OperationName): Alteration =>
  () => {
    let known: string | undefined
    const enter = on(operation, () => async (sent, forward) => {
      const answered = await forward(sent)
      const { cookie } = sent.headers
      if (known === undefined || cookie === undefined || isSuccess(answered)) return answered
      return forward(sentWith(sent, { headers: { ...sent.headers, cookie: known } }))
    })()
    return async (sent, forward) => {
      const answered = await enter(sent, forward)
      if (sent.headers['cookie'] !== undefined && isSuccess(answered)) known = sent.headers['cookie']
      return answered
    }
  }

/** Takes `me` for the user who was created last. */
const somebodyElse =
  (operation: OperationName): Alteration =>
  () => {
    const known = new KnownRecords()
    let token: string | undefined
    const enter = on(operation, () => (sent, forward) => {
      const other = known.of('/api/v1/users').at(-1)
      if (!sent.path.startsWith('/api/v1/users/me') || other === undefined || token === undefined)
        return forward(sent)
      const { cookie: _, ...headers } = sent.headers
      const path = other + sent.path.slice('/api/v1/users/me'.length)
      return forward(sentWith(sent, { path, headers: { ...headers, authorization: token } }))
    })()
    return async (sent, forward) => {
      const answered = await enter(sent, forward)
      if (isSuccess(answered)) token ??= sent.headers['authorization']
      known.note(sent, answered)
      return answered
    }
  }

export const accessOperators: readonly Operator[] = [
  {
    id: 'access/anonymous',
    summary: 'lets in a caller without credentials',
    unfit: onlyIf((each) => !ofMe(each), 'without a session there is no current user'),
    alter: letsIn((authorization) => authorization === undefined),
  },
  {
    id: 'access/any-token',
    summary: 'lets in a caller with any token',
    unfit: onlyIf((each) => !ofMe(each), 'it is called with a session'),
    alter: letsIn((authorization) => authorization !== undefined),
  },
  {
    id: 'access/longer-token',
    summary: 'lets in a caller whose token only begins with one that was issued',
    unfit: onlyIf((each) => !ofMe(each), 'it is called with a session'),
    alter: letsIn((authorization, known) => authorization?.startsWith(known) === true),
  },
  {
    id: 'access/token-prefix',
    summary: 'lets in a caller with the beginning of a token',
    unfit: onlyIf((each) => !ofMe(each), 'it is called with a session'),
    alter: letsIn(
      (authorization, known) =>
        authorization !== undefined &&
        authorization.length > 'SSWS '.length + 8 &&
        known.startsWith(authorization),
    ),
  },
  {
    id: 'access/token-case',
    summary: 'compares tokens without regard to case',
    unfit: onlyIf((each) => !ofMe(each), 'it is called with a session'),
    alter: letsIn((authorization, known) => authorization?.toLowerCase() === known.toLowerCase()),
  },
  {
    id: 'access/any-cookie',
    summary: 'lets in a caller with any cookie',
    unfit: onlyIf((each) => ofMe(each) || each === 'getUser', 'it is not called with a session'),
    alter: anyCookie,
  },
  {
    id: 'access/me',
    summary: 'takes me for somebody else',
    unfit: onlyIf(
      (each) => ofMe(each) || each === 'getUser' || each === 'listUserGrants',
      'me is not among its users',
    ),
    alter: somebodyElse,
  },
]

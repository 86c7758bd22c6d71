/** Mistakes in who gets access, and as whom. */
import type { OperationName } from '../../../src/contract/operation-names.ts'
import { on } from '../alter/flow.ts'
import { isSuccess, sentWith, type Alteration, type Answer, type Forward, type Sent } from '../alter/wire.ts'
import { fitting, isRead, ofMe, type Operator } from './operator.ts'
import { KnownRecords } from './neighbours.ts'

/** An alteration of an operation that knows the run's credential, once a call with it was let in. */
function knowing(
  operation: OperationName,
  answer: (sent: Sent, forward: Forward, known: string) => Promise<Answer>,
): Alteration {
  return () => {
    let known: string | undefined
    const enter = on(
      operation,
      () => (sent, forward) => (known === undefined ? forward(sent) : answer(sent, forward, known)),
    )()
    return async (sent, forward) => {
      const answered = await enter(sent, forward)
      if (answered.status !== 401) known ??= sent.headers['authorization']
      return answered
    }
  }
}

function sentAs(sent: Sent, authorization: string): Sent {
  return sentWith(sent, { headers: { ...sent.headers, authorization } })
}

/** Admits callers with another credential than the run's, or with none. */
const letsIn =
  (who: (authorization: string | undefined, known: string) => boolean) =>
  (operation: OperationName): Alteration =>
    knowing(operation, (sent, forward, known) => {
      const { authorization, cookie } = sent.headers
      if (cookie !== undefined || authorization === known || !who(authorization, known)) return forward(sent)
      return forward(sentAs(sent, known))
    })

/** Refuses a caller as it should, but carries out the call all the same. */
const refusesButDoes = (operation: OperationName): Alteration =>
  knowing(operation, async (sent, forward, known) => {
    const answered = await forward(sent)
    const { authorization, cookie } = sent.headers
    if (!isSuccess(answered) && cookie === undefined && authorization !== known)
      await forward(sentAs(sent, known))
    return answered
  })

/** Shows a caller with fewer rights what the first caller may see. */
const leaks = (operation: OperationName): Alteration =>
  knowing(operation, async (sent, forward, known) => {
    const answered = await forward(sent)
    const { authorization } = sent.headers
    if (!isSuccess(answered) || authorization === undefined || authorization === known) return answered
    return forward(sentAs(sent, known))
  })

/** Accepts any cookie as the last valid one. */
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

/** Takes `me` for the last created user. */
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

const rows: readonly Operator[] = [
  ...fitting((each) => !ofMe(each), {
    'access/anonymous': [
      'lets in a caller without credentials',
      letsIn((authorization) => authorization === undefined),
    ],
  }),
  ...fitting((each) => !ofMe(each), {
    'access/any-token': [
      'lets in a caller with any token',
      letsIn((authorization) => authorization !== undefined),
    ],
    'access/longer-token': [
      'lets in a caller whose token only begins with one that was issued',
      letsIn((authorization, known) => authorization?.startsWith(known) === true),
    ],
    'access/token-prefix': [
      'lets in a caller with the beginning of a token',
      letsIn(
        (authorization, known) =>
          authorization !== undefined &&
          authorization.length > 'SSWS '.length + 8 &&
          known.startsWith(authorization),
      ),
    ],
    'access/token-case': [
      'compares tokens without regard to case',
      letsIn((authorization, known) => authorization?.toLowerCase() === known.toLowerCase()),
    ],
  }),
  ...fitting((each) => !ofMe(each) && !isRead(each), {
    'access/refused-but-done': ['refuses a stranger, and does what was asked all the same', refusesButDoes],
  }),
  ...fitting((each) => each === 'listGroups' || each === 'listUserGroups', {
    'access/scope-leaks': ['shows an administrator of groups what only other roles may see', leaks],
  }),
  ...fitting((each) => ofMe(each) || each === 'getUser', {
    'access/any-cookie': ['lets in a caller with any cookie', anyCookie],
  }),
  ...fitting((each) => ofMe(each) || each === 'getUser' || each === 'listUserGrants', {
    'access/me': ['takes me for somebody else', somebodyElse],
  }),
]

/** To admit strangers as the run, a server must see the run's credential first: the cheapest check runs before. */
export const accessOperators: readonly Operator[] = rows.map((row) => ({
  ...row,
  first: 'the app links of a new user',
}))

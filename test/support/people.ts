import { newUser, type TestOrg, type TestReply } from './call.ts'

/** The password of every user that these make, and another one that the policy takes. */
export const password = 'Tr0ub4dor'
export const otherPassword = 'Corr3ctHorse'

/** The answer to the recovery question of every user that these make. */
export const answer = 'Cowboy Dan'

/** The eight statuses, as Users lists them. */
export const allStatuses = [
  'STAGED',
  'PROVISIONED',
  'ACTIVE',
  'RECOVERY',
  'LOCKED_OUT',
  'PASSWORD_EXPIRED',
  'SUSPENDED',
  'DEPROVISIONED',
] as const

export type Status = (typeof allStatuses)[number]

/** Creates a user with password and recovery question, by default; returns the reply's JSON. */
export async function person(
  { call }: TestOrg,
  {
    query = '',
    credentials,
    profile,
  }: {
    query?: string
    credentials?: unknown
    profile?: Record<string, unknown>
  } = {},
): Promise<TestReply['json']> {
  const reply = await call('POST', `/api/v1/users${query}`, {
    ...newUser(profile),
    credentials: credentials ?? {
      password: { value: password },
      recovery_question: { question: 'Who ran off with my wife?', answer },
    },
  })
  if (reply.status !== 200) throw new Error(reply.text)
  return reply.json
}

/** Brings a new user into a status through the service's own doors, with password and recovery question. */
export async function personIn(it: TestOrg, status: Status): Promise<TestReply['json']> {
  const { call, control } = it
  const user = await person(it, {
    ...(status === 'STAGED' ? { query: '?activate=false' } : {}),
    ...(status === 'PROVISIONED' ? { credentials: {} } : {}),
  })
  const path = `/api/v1/users/${user.id}`
  switch (status) {
    case 'PROVISIONED':
      await call('POST', path, {
        credentials: { password: { value: password }, recovery_question: { question: 'Who?', answer } },
      })
      break
    case 'RECOVERY':
      await call('POST', `${path}/lifecycle/reset_password?sendEmail=false`)
      break
    case 'LOCKED_OUT':
      for (let attempt = 0; attempt < 10; attempt++) {
        await control.signIn({ login: user.profile.login, password: 'wrong' })
      }
      break
    case 'PASSWORD_EXPIRED':
      await call('POST', `${path}/lifecycle/expire_password`)
      break
    case 'SUSPENDED':
      await call('POST', `${path}/lifecycle/suspend`)
      break
    case 'DEPROVISIONED':
      await call('POST', `${path}/lifecycle/deactivate`)
      break
    default:
  }
  const now = (await call('GET', path)).json
  if (now.status !== status) throw new Error(`expected ${status}, the user is ${now.status}`)
  return now
}

/** The status of a user now; `removed` when it is not there. */
export async function statusOf({ call }: TestOrg, id: string): Promise<string> {
  const reply = await call('GET', `/api/v1/users/${id}`)
  return reply.status === 404 ? 'removed' : reply.json.status
}

/** Status and code of a reply, for tables of errors. */
export function codeOf({ status, json }: TestReply): string {
  return json?.errorCode === undefined ? String(status) : `${status} ${json.errorCode}`
}

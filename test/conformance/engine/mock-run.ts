import { onTestFinished, vi } from 'vitest'
import { conform } from '../../../conformance/engine/run/conform.ts'
import type { CheckDefinition } from '../../../conformance/engine/run/check.ts'
import type { ConformOptions } from '../../../conformance/engine/plan/conform-options.ts'
import type { RequirementOutcome } from '../../../conformance/engine/judge/check-result.ts'
import { createOrganisation } from '../../../src/organisation.ts'
import { requirement } from './suite-of.ts'

/** Answers a call such as `POST /api/v1/users?activate=false`, or leaves it to the mock: `undefined`. */
export type Alter = (
  call: string,
  request: Request,
  forward: () => Promise<Response>,
) => Response | undefined | Promise<Response | undefined>

type Setting = Partial<Omit<ConformOptions, 'token'>> & {
  readonly alter?: Alter
  readonly org?: Org
  /** Undefined for a run without one. */
  readonly token?: string | undefined
}
type Org = Pick<ReturnType<typeof createOrganisation>, 'baseUrl' | 'apiToken' | 'fetch'>

/** Runs checks with `conform()` on the mock behind an alteration, with a requirement for every id that they name. */
export async function mockRun(
  checks: readonly CheckDefinition[],
  { alter = () => undefined, org = createOrganisation(), ...options }: Setting = {},
) {
  const sent: { readonly call: string; readonly headers: Headers; readonly body: string }[] = []
  const ids = new Set(
    checks.flatMap(({ plan }) => [...plan.judges, ...(plan.supports ?? []), ...(plan.observes ?? [])]),
  )
  const { token = 'token' in options ? undefined : org.apiToken, ...rest } = options
  const result = await conform({
    baseUrl: org.baseUrl,
    ...(token === undefined ? {} : { token }),
    ledger: false,
    lag: 300,
    checkTimeout: 3_600_000,
    features: { defaults: 'yes', 'early-access': 'no' },
    checks,
    requirements: [...ids].map((id) => requirement(id)),
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const call = `${request.method} ${pathname}${decodeURIComponent(search)}`
      sent.push({ call, headers: request.headers, body: await request.clone().text() })
      const forward = async (): Promise<Response> => org.fetch(request)
      return (await alter(call, request, forward)) ?? forward()
    },
    ...rest,
  })
  /** The result of a check for a requirement: the first that names it. */
  const said = (id: string): RequirementOutcome =>
    result.checks.flatMap(({ outcomes }) => outcomes).find((each) => each.requirement === id)!
  /** The calls that begin with a text. */
  const calls = (start = ''): string[] =>
    sent.map(({ call }) => call).filter((call) => call.startsWith(start))
  return { result, said, calls, sent, org }
}

/** Lets the time of waits pass by at once, until the test ends. A check has an hour. */
export function passTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const passing = setInterval(() => void (vi.isFakeTimers() && vi.advanceTimersByTime(100)), 1)
  onTestFinished(() => clearInterval(passing))
}

/** The logins and the names of everything on the mock that carries the marker of a run. */
export async function remaining({ baseUrl, apiToken, fetch }: Org): Promise<string[]> {
  const lists = [
    '/api/v1/users?limit=200&search=status eq "DEPROVISIONED"',
    '/api/v1/users?limit=200',
    '/api/v1/groups?limit=200',
    '/api/v1/groups/rules?limit=200',
    '/oauth2/v1/clients?limit=200',
  ]
  const texts = await Promise.all(
    lists.map(async (list) => {
      const headers = { Authorization: `SSWS ${apiToken}` }
      return (await fetch(new Request(new URL(list, baseUrl), { headers }))).text()
    }),
  )
  return [...new Set(texts.join('').match(/cf-[a-z0-9]{6}-[^"/?]*/g))]
}

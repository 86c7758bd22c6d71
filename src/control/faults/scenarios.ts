import type { z } from 'zod'
import type { faultInput } from './input.ts'

type FaultGiven = z.input<ReturnType<typeof faultInput>>

/** Faults that go together under a name. */
interface Scenario {
  readonly summary: string
  readonly faults: readonly FaultGiven[]
}

/** Typical faults of deployments. Callers can add their own. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  flaky: {
    summary: 'One call in ten fails: with 500, with 503, or by a connection that breaks off',
    faults: [
      { status: 500, probability: 0.04 },
      { status: 503, probability: 0.04 },
      { breaks: 'connection-reset', probability: 0.02 },
    ],
  },
  'rate-limited': {
    summary: 'One call in three is refused with 429',
    faults: [{ status: 429, probability: 1 / 3 }],
  },
  slow: {
    summary: 'Every call takes 300 to 1500 ms, and one in twenty 5 s',
    faults: [{ latency: 5000, probability: 0.05 }, { latency: { min: 300, max: 1500 } }],
  },
  maintenance: {
    summary: 'Reads work, writes are refused with 503',
    faults: (['POST', 'PUT', 'DELETE'] as const).map((method) => ({ method, refusal: 'read-only-mode' })),
  },
  outage: {
    summary: 'Nothing works: connections are reset',
    faults: [{ breaks: 'connection-reset' }],
  },
  'broken-replies': {
    summary: 'One reply in five cannot be read: cut off, malformed, empty, or an HTML page in its place',
    faults: [
      { breaks: 'truncated-body', probability: 0.05 },
      { breaks: 'malformed-json', probability: 0.05 },
      { breaks: 'empty-body', probability: 0.05 },
      { breaks: 'wrong-content-type', probability: 0.05 },
    ],
  },
}

/**
 * The requirements that deployments with a known name prefix fail in the way that recordings of them show. A run counts
 * such a failure as known. One that goes wrong in another way counts as any failure.
 */
import type { BaselineEntry } from '../engine/judge/baseline.ts'

const row = (requirement: string, fingerprint: string, shows: string): BaselineEntry => ({
  requirement,
  verdict: 'fail',
  fingerprint,
  reason: `Recordings of this service show it too: ${shows}`,
})

/** By name prefix. */
const recorded: Readonly<Record<string, readonly BaselineEntry[]>> = {
  okta: [
    row('groups.links.self', 'dda2abe9640c', 'groups have no self link'),
    row('users.profile.locale.default', '0ecd5c19efdc', 'users have no locale unless they are given one'),
    row('users.profile.locale.null', '300a66a9c037', 'users have no locale unless they are given one'),
    row('credentials.forgot.no-question', '12dcdf3e2b8d', 'forgot_password needs no recovery question'),
  ],
}

/** The failures that recordings of deployments with this prefix show. */
export function recordedFailures(prefix = ''): readonly BaselineEntry[] {
  return recorded[prefix] ?? []
}

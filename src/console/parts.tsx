import type { JSX } from 'preact'
import type { Answer, Explained } from './backend.ts'

/** A status in a colour that tells well from ill. */
export function Badge({ children }: { readonly children: string }): JSX.Element {
  return <span class={`badge ${tones[children] ?? ''}`}>{children}</span>
}

const tones: Readonly<Record<string, string>> = {
  ACTIVE: 'well',
  SUCCESS: 'well',
  SUSPENDED: 'ill',
  LOCKED_OUT: 'ill',
  REVOKED: 'ill',
  INVALID: 'ill',
  DEPROVISIONED: 'gone',
  INACTIVE: 'gone',
  EXPIRED: 'gone',
  RECOVERY: 'wait',
  PASSWORD_EXPIRED: 'wait',
  PROVISIONED: 'wait',
  STAGED: 'wait',
}

/** JSON as a person reads it. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }): JSX.Element {
  return (
    <pre tabIndex={0} role="region" aria-label={label}>
      {typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}
    </pre>
  )
}

/** Why a call was refused. */
export function Explanation({ explained }: { readonly explained: Explained }): JSX.Element {
  const { rule, section, found, accepted, allowedIn, decision } = explained
  return (
    <dl class="explanation">
      <dt>Rule</dt>
      <dd>{rule}</dd>
      <dt>Stated in</dt>
      <dd>{section}</dd>
      <dt>Found</dt>
      <dd>{found.join('; ') || 'nothing more'}</dd>
      <dt>Would be accepted</dt>
      <dd>{accepted}</dd>
      {allowedIn && (
        <>
          <dt>Allowed in</dt>
          <dd>{allowedIn.join(', ')}</dd>
        </>
      )}
      {decision !== undefined && (
        <>
          <dt>Decision</dt>
          <dd>{decision} (the documents leave this open)</dd>
        </>
      )}
    </dl>
  )
}

/** What an answer of the service says went wrong; undefined where it went well. */
export function refusalIn({ status, body }: Answer): string | undefined {
  if (status < 400) return undefined
  const causes = ((body?.errorCauses ?? []) as { errorSummary: string }[]).map(
    ({ errorSummary }) => errorSummary,
  )
  return [body?.errorSummary ?? body?.error_description ?? `status ${status}`, ...causes].join(': ')
}

/** Throws what an answer says went wrong. */
export function wellOrThrow(answer: Answer): Answer {
  const problem = refusalIn(answer)
  if (problem !== undefined) throw new Error(problem)
  return answer
}

/** The time of day and date, short. */
export function When({ at }: { readonly at: string | null | undefined }): JSX.Element {
  if (at === undefined || at === null) return <span class="faint">never</span>
  return <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')}</time>
}

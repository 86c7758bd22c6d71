import type { JSX } from 'preact'
import { type Answer, type Explained, refusalIn } from './backend.ts'
import { Go } from './controls.tsx'

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

/** In place of a page whose record cannot be shown: it is gone, or the server does not answer. */
export function NotShown({
  title,
  back: [to, name],
  problem,
  answer,
}: {
  readonly title: string
  /** Where the others are. */
  readonly back: readonly [to: string, name: string]
  readonly problem?: string | undefined
  readonly answer?: Answer | undefined
}): JSX.Element {
  const said = problem ?? (answer && refusalIn(answer))
  return (
    <>
      <p class="trail">
        <Go to={to}>{name}</Go>
      </p>
      <h1>{title}</h1>
      {said === undefined ? <p class="empty">Loading…</p> : <p role="alert">{said}</p>}
    </>
  )
}

/** The time of day and date, short. */
export function When({ at }: { readonly at: string | null | undefined }): JSX.Element {
  if (at === undefined || at === null) return <span class="faint">never</span>
  return <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')}</time>
}

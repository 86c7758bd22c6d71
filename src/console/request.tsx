import type { JSX } from 'preact'
import type { JournalEntry } from '../model/access/journal.ts'
import { isFailure, Login } from './parts.tsx'

/** The sender of a request: the user on whose behalf it came, or the kind of its credentials. */
export function Caller({ caller }: { readonly caller: JournalEntry['caller'] | undefined }): JSX.Element {
  if (!caller) return <span class="faint">nobody</span>
  const { kind, id, userId } = caller
  return <span title={`${kind} ${id}`}>{userId === undefined ? kind : <Login id={userId} />}</span>
}

/** The status of a reply, with its error or fault. */
export function Status({ entry }: { readonly entry: JournalEntry }): JSX.Element {
  const { status, refusal, fault } = entry
  return (
    <span class={isFailure(entry) ? 'badge ill' : 'badge well'}>
      {status} {fault ?? refusal ?? ''}
    </span>
  )
}

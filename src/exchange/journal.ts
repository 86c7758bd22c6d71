import type { Explanation } from '../contract/errors/explain.ts'
import type { RecordedCause, RecordedChange } from '../model/access/recorder.ts'
import { entryOf, type JournalEntry, type KeptEntry } from '../model/access/journal.ts'
import { eventsOf, recordOf } from '../control/events/event-log.ts'
import type { EventType } from '../control/events/table.ts'
import { defined } from '../model/kernel/defined.ts'
import { differencesBetween } from './between.ts'
import type { Secrets } from '../model/access/redaction.ts'
import { Redaction } from './redact.ts'

/** One side of an exchange, without secrets. */
export interface Message {
  /** By name in lower case; several lines of one name are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON value, or the text of another body; left out if empty. */
  readonly body?: unknown
}

/** A record that a request changed. */
export interface RecordChange {
  /** The record: its kind, id, and a label for people. */
  readonly record: { readonly kind: string; readonly id: string; readonly label: string }
  /** Its events: `user.suspended`. */
  readonly events: readonly EventType[]
  /** The changed members, each before and after; every member of a new or removed record. */
  readonly differences: Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>>
}

/** Every detail of an answered request. */
export interface Exchange extends JournalEntry {
  /** Headers and body, without secrets. */
  readonly request: Message
  /** Headers and body, without secrets. */
  readonly response: Message
  /** The records that it changed; at most a hundred. */
  readonly changes: readonly RecordChange[]
  /** How many more changes there were. */
  readonly moreChanges?: number
  /** Why it was answered with an error. */
  readonly explanation?: Explanation
}

/**
 * Renders an entry of the journal without secrets.
 *
 * @param secrets Recognizes texts that give access now.
 */
export function exchangeOf(kept: KeptEntry, secrets: Secrets): Exchange {
  const entry = entryOf(kept)
  const { exchanged } = kept
  const redaction = redactionOf(kept, secrets)
  const { cause } = exchanged
  const { request, response } = messagesOf(exchanged, redaction)
  const { refusal, texts, errorFormat } = exchanged
  const found = refusal && texts?.foundIn(refusal).map((text) => redaction.text(text))
  const why = found && texts?.explain(refusal, found, entry.operation, errorFormat)
  return {
    ...entry,
    path: redaction.path(entry.path),
    ...(entry.query === undefined ? {} : { query: redaction.text(entry.query) }),
    ...(entry.hint === undefined ? {} : { hint: redaction.text(entry.hint) }),
    request,
    response,
    changes: redaction.value(changesOf(cause)),
    ...(cause.left === undefined ? {} : { moreChanges: cause.left }),
    ...(why ? { explanation: why } : {}),
  }
}

/** The redaction that knows every secret of an exchange, wherever in it the secret stands. */
export function redactionOf(kept: KeptEntry, secrets: Secrets): Redaction {
  const redaction = new Redaction(secrets)
  const { entry: whole } = kept.exchanged
  const { entry: listed } = kept
  if (whole !== listed)
    redaction.learn(`${whole.path}?${whole.query ?? ''}`, `${listed.path}?${listed.query ?? ''}`)
  messagesOf(kept.exchanged, redaction)
  return redaction
}

function messagesOf(exchanged: KeptEntry['exchanged'], redaction: Redaction) {
  const { replyElements, requestBody, replyBody, replyHeaders } = exchanged
  const body = replyElements ? `[${replyElements.join(',')}]` : replyBody
  return {
    request: redaction.message(exchanged.requestHeaders(), requestBody),
    response: redaction.message(Object.entries(replyHeaders), body),
  }
}

/** The changes of a cause, each record once: from its first state to its last. */
function changesOf({ changes = [] }: RecordedCause): readonly RecordChange[] {
  const byRecord = new Map<string, RecordedChange[]>()
  for (const change of changes) {
    const name = `${change.part} ${change.key}`
    const known = byRecord.get(name)
    if (known) known.push(change)
    else byRecord.set(name, [change])
  }
  return [...byRecord.values()].flatMap((all) => {
    const events = all.flatMap((change) => eventsOf(change))
    const { before } = all[0]!
    const { after } = all.at(-1)!
    const told = recordOf(all[0]!.part, all[0]!.key, after ?? before)
    if (!told) return []
    const differences = differencesOf(told.shown(before), told.shown(after))
    // A record may change in a hidden field, and a value may return to its earlier one.
    if (events.length === 0 && Object.keys(differences).length === 0) return []
    return [{ record: told.record, events: [...new Set(events.map(({ type }) => type))], differences }]
  })
}

function differencesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): RecordChange['differences'] {
  return Object.fromEntries(
    differencesBetween(before, after, { depth: 1 }).map(({ path: [name = ''], there, here }) => [
      name,
      defined({ before: there, after: here }),
    ]),
  )
}

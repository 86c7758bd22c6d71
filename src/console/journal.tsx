import type { JSX } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Act, Find, Go, hasWords } from './controls.tsx'
import { download } from './download.ts'
import { ExchangePage } from './exchange-page.tsx'
import { Gaps } from './gaps.tsx'
import { addressOf } from '../exchange/formats.ts'
import type { JournalEntry } from '../model/access/journal.ts'
import { emptyText, Failed, isFailure, When } from './parts.tsx'
import { Caller, Status } from './request.tsx'
import { messageOf, useChanges, useParameter, useReach, useRetries } from './reach.ts'
import { useActions } from './schema-form.tsx'
import type { Schema } from './schema.ts'
import { Split, useRecords } from './split.tsx'
import { type Column, Table } from './table.tsx'

/** How many entries are shown at most: a journal can keep more. */
const shownMax = 20_000

/** The filter for the control plane, from the input. */
interface Wanted {
  readonly text?: string
  readonly operation?: string
}

/** The matching entries, newest first; only new ones are requested again. */
function useEntries(wanted: Wanted): {
  readonly entries: readonly JournalEntry[]
  readonly isLoaded: boolean
  readonly problem: string | undefined
  readonly reload: () => void
} {
  const { backend } = useReach()
  const key = JSON.stringify(wanted)
  const [state, setState] = useState<{
    readonly key?: string
    readonly entries: readonly JournalEntry[]
    readonly problem?: string
    readonly failures: number
  }>({ entries: [], failures: 0 })
  const known = useRef<{ key: string; last: JournalEntry | undefined }>({ key, last: undefined }).current
  const ask = useCallback(async (): Promise<void> => {
    if (known.key !== key) Object.assign(known, { key, last: undefined })
    const { last } = known
    try {
      // Requests the last known entry again: if it is gone, the journal was emptied or belongs to another server.
      const after = last === undefined ? 0 : last.number - 1
      const found = await backend.control('readJournal', { ...wanted, after })
      // Two requests may be under way.
      if (known.key !== key || known.last !== last) return
      const goesOn = last !== undefined && found[0]?.number === last.number && found[0].time === last.time
      if (last !== undefined && !goesOn) {
        known.last = undefined
        return await ask()
      }
      const fresh = (goesOn ? found.slice(1) : found).toReversed()
      known.last = fresh[0] ?? last
      setState((before) =>
        fresh.length === 0 && before.key === key && before.failures === 0 && goesOn
          ? before
          : {
              key,
              entries: [...fresh, ...(goesOn ? before.entries : [])].slice(0, shownMax),
              failures: 0,
            },
      )
    } catch (error) {
      setState(({ failures, ...before }) => ({
        ...before,
        problem: messageOf(error),
        failures: failures + 1,
      }))
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says what is wanted
  }, [key])
  const reload = useCallback(() => void ask(), [ask])
  useEffect(reload, [reload])
  useChanges(['request.'], reload)
  useRetries(state.failures, reload)
  const isLoaded = state.key === key
  return { entries: isLoaded ? state.entries : [], isLoaded, problem: state.problem, reload }
}

/** Answered requests, newest first; the open one next to them. */
export function Journal({ id }: { readonly id?: string | undefined }): JSX.Element {
  const { backend } = useReach()
  const [find, setFind] = useParameter('find')
  const [text, setText] = useParameter('text')
  const [operation, setOperation] = useParameter('operation')
  const [refused, setRefused] = useParameter('refused')
  const { open } = useRecords('journal')
  const input = useActions()?.find(({ name }) => name === 'readJournal')?.input as Schema | undefined
  const operations = (input?.properties!['operation']!.enum ??
    [operation].filter(Boolean)) as readonly string[]
  const { entries, isLoaded, problem, reload } = useEntries({
    ...(text === '' ? {} : { text }),
    ...(operation === '' ? {} : { operation }),
  })
  const shown = useMemo(
    () =>
      entries.filter(
        (entry) => (refused === '' || isFailure(entry)) && (find === '' || hasWords(lineOf(entry), find)),
      ),
    [entries, refused, find],
  )
  const selected = shown.find((entry) => id === String(entry.number) || id === entry.requestId)
  return (
    <>
      <div class="head-line">
        <h1>Requests</h1>
        <Gaps />
        <Act run={async () => download('identikit.har', await backend.control('exportHar'))}>Export HAR</Act>
        <Act
          sure="Empty the journal: sure?"
          done="Journal emptied"
          run={() => backend.control('clear', { only: 'journal' }).then(reload)}
        >
          Empty
        </Act>
      </div>
      <div class="bar">
        <Find
          text={find}
          change={setFind}
          placeholder="POST users 400 caller"
          title="Method, path, status, operation, refusal or caller; every word must be there"
        />
        <label>
          Body holds
          <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label>
          Operation
          <select value={operation} onChange={(event) => setOperation(event.currentTarget.value)}>
            <option value="">any</option>
            {operations.toSorted().map((name) => (
              <option key={name} selected={name === operation}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={refused !== ''}
            onChange={(event) => setRefused(event.currentTarget.checked ? '1' : '')}
          />
          only refused
        </label>
      </div>
      <Failed loaded={{ problem, reload }} />
      <Split
        list={
          <Table
            label="Requests"
            rows={shown}
            keyOf={({ number }) => String(number)}
            newest={({ number }) => number}
            beginsWith={`${find} ${text} ${operation} ${refused}`}
            onOpen={({ number }) => open(number)}
            selected={selected === undefined ? id : String(selected.number)}
            empty={emptyText(
              { value: isLoaded || undefined, problem },
              entries.length === 0
                ? 'No request yet. Point your application at the base URL.'
                : 'No request matches.',
            )}
            columns={columns}
          />
        }
        detail={id !== undefined && <ExchangePage key={id} id={id} />}
      />
    </>
  )
}

/** A part of a path that would push the rest out of sight: a login, an id. */
const longSegment = /(?<=\/)([^/?]{4})[^/?]{9,}(?=\/)/g

const columns: readonly Column<JournalEntry>[] = [
  { title: '#', cell: ({ number }) => <Number number={number} />, width: '56px' },
  { title: 'Status', cell: (entry) => <Status entry={entry} />, width: 'min(176px, 36cqi)' },
  {
    title: 'Request',
    cell: (entry) => {
      const { method } = entry
      const address = addressOf(entry)
      return (
        <span title={address}>
          <span class="method">{method}</span> {address.replaceAll(longSegment, '$1…')}
        </span>
      )
    },
    share: 3,
  },
  {
    title: 'Operation',
    cell: ({ operation: name }) => name ?? '',
    isSecondary: 'unless wide',
    width: '150px',
  },
  { title: 'Caller', cell: ({ caller }) => <Caller caller={caller} />, isSecondary: true, width: '150px' },
  {
    title: 'Took',
    cell: ({ duration = 0 }) => `${Math.round(duration)} ms`,
    width: '76px',
    isSecondary: 'unless wide',
  },
  { title: 'When', cell: ({ time }) => <When at={time} isTimeOnly />, width: '120px', isSecondary: true },
]

function Number({ number }: { readonly number: number }): JSX.Element {
  return <Go to={useRecords('journal').placeOf(number)}>{number}</Go>
}

/** The text of a request that the search looks through. */
function lineOf({ method, path, query, status, operation, refusal, caller }: JournalEntry): string {
  const { kind, id, userId } = caller ?? {}
  return [method, `${path}?${query ?? ''}`, status, operation, refusal, kind, id, userId].join(' ')
}

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { routes } from '../../generated/client-routes.ts'
import { Act, Find, Go, hasWords } from './controls.tsx'
import { download } from './download.ts'
import { addressOf } from '../exchange/formats.ts'
import type { JournalEntry } from '../model/access/journal.ts'
import { emptyText, Failed, isFailure, When } from './parts.tsx'
import { messageOf, useParameter, useReach } from './reach.ts'
import { type Column, Table } from './table.tsx'

/** How often the page requests new entries, in milliseconds: reads cause no events. */
const pollEvery = 1000

/** How many entries are shown at most. */
const shownMax = 5000

/** The filter for the control plane, from the input. */
interface Wanted {
  readonly text?: string
  readonly operation?: string
}

/** The matching entries, oldest first; only new ones are requested again. */
function useEntries(wanted: Wanted): {
  readonly entries: readonly JournalEntry[]
  readonly isLoaded: boolean
  readonly problem: string | undefined
  readonly reload: () => void
  readonly forget: () => void
} {
  const { backend } = useReach()
  const [entries, setEntries] = useState<readonly JournalEntry[]>([])
  const [isLoaded, setLoaded] = useState(false)
  const [problem, setProblem] = useState<string>()
  const asking = useRef(() => {})
  const last = useRef<JournalEntry | undefined>(undefined)
  const key = JSON.stringify(wanted)
  useEffect(() => {
    let isWanted = true
    last.current = undefined
    setEntries([])
    setLoaded(false)
    const ask = async (): Promise<void> => {
      const known = last.current
      try {
        const after = known === undefined ? 0 : known.number - 1
        const found = await backend.control('readJournal', { ...wanted, after })
        // Two requests may be under way.
        if (!isWanted || last.current !== known) return
        setProblem(undefined)
        setLoaded(true)
        // Requests the last known entry again: if it is gone, the journal was reset.
        const goesOn =
          known !== undefined && found[0]?.number === known.number && found[0].time === known.time
        if (known !== undefined && !goesOn) {
          last.current = undefined
          setEntries([])
          void ask()
          return
        }
        const fresh = goesOn ? found.slice(1) : found
        if (fresh.length === 0) return
        last.current = fresh.at(-1)!
        setEntries((before) => [...before, ...fresh].slice(-shownMax))
      } catch (error) {
        if (isWanted) setProblem(messageOf(error))
      }
    }
    asking.current = () => void ask()
    asking.current()
    const timer = setInterval(asking.current, pollEvery)
    return () => {
      isWanted = false
      clearInterval(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says what is wanted
  }, [key])
  return { entries, isLoaded, problem, reload: asking.current, forget: () => setEntries([]) }
}

/** Answered requests, newest first. */
export function Journal(): JSX.Element {
  const { backend } = useReach()
  const [find, setFind] = useParameter('find')
  const [text, setText] = useParameter('text')
  const [operation, setOperation] = useParameter('operation')
  const [refused, setRefused] = useParameter('refused')
  const { entries, isLoaded, problem, reload, forget } = useEntries({
    ...(text === '' ? {} : { text }),
    ...(operation === '' ? {} : { operation }),
  })
  const shown = entries
    .toReversed()
    .filter((entry) => refused === '' || isFailure(entry))
    .filter((entry) => hasWords(lineOf(entry), find))
  return (
    <>
      <h1>Journal</h1>
      <div class="bar">
        <Find
          text={find}
          change={setFind}
          placeholder="POST users 400 caller"
          title="Method, path, status, operation, refusal or caller; every word must be there"
        />
        <label>
          Body holds
          <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label>
          Operation
          <select value={operation} onChange={(event) => setOperation(event.currentTarget.value)}>
            <option value="">any</option>
            {operations.map((name) => (
              <option key={name}>{name}</option>
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
        <Act
          sure="Empty the journal: sure?"
          done="Journal emptied"
          run={() => backend.control('clearJournal').then(forget)}
        >
          Empty
        </Act>
        <Act run={async () => download('identikit.har', await backend.control('exportHar'))}>Export HAR</Act>
      </div>
      <Failed loaded={{ problem, reload }} />
      <Table
        label="Requests"
        rows={shown}
        keyOf={({ number }) => String(number)}
        empty={emptyText(
          { value: isLoaded || undefined, problem },
          entries.length === 0 ? 'No request yet.' : 'No request matches.',
        )}
        columns={columns}
      />
    </>
  )
}

/** A part of a path that would push the rest out of sight: a login, an id. */
const longSegment = /(?<=\/)([^/?]{4})[^/?]{9,}(?=\/)/g

const columns: readonly Column<JournalEntry>[] = [
  { title: '#', cell: ({ number }) => <Go to={`journal/${number}`}>{number}</Go>, width: '56px' },
  {
    title: 'Request',
    cell: (entry) => {
      const request = `${entry.method} ${addressOf(entry)}`
      return <span title={request}>{request.replaceAll(longSegment, '$1…')}</span>
    },
    share: 3,
  },
  {
    title: 'Caller',
    cell: ({ caller }) => <Caller caller={caller} />,
    width: '104px',
    isSecondary: true,
  },
  { title: 'Operation', cell: ({ operation: name }) => name ?? '', isSecondary: 'unless wide' },
  { title: 'Status', cell: (entry) => <Status entry={entry} />, width: 'min(200px, 36cqi)' },
  {
    title: 'Took',
    cell: ({ duration = 0 }) => `${Math.round(duration)} ms`,
    width: '80px',
    isSecondary: true,
  },
  { title: 'When', cell: ({ time }) => <When at={time} isTimeOnly />, width: '136px', isSecondary: true },
]

/** The text of a request that the search looks through. */
function lineOf({ method, path, query, status, operation, refusal, caller }: JournalEntry): string {
  const { kind, id, userId } = caller ?? {}
  return [method, `${path}?${query ?? ''}`, status, operation, refusal, kind, id, userId].join(' ')
}

/** The sender of a request. */
export function Caller({ caller }: { readonly caller: JournalEntry['caller'] | undefined }): JSX.Element {
  if (!caller) return <span class="faint">nobody</span>
  const { kind, id, userId } = caller
  return userId === undefined ? <span title={id}>{kind}</span> : <Go to={`people/${userId}`}>{kind}</Go>
}

const operations = Object.keys(routes).toSorted()

/** The status of a reply, with its error or fault. */
export function Status({ entry }: { readonly entry: JournalEntry }): JSX.Element {
  const { status, refusal, fault } = entry
  return (
    <span class={isFailure(entry) ? 'badge ill' : 'badge well'}>
      {status} {fault ?? refusal ?? ''}
    </span>
  )
}

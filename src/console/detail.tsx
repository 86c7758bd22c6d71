import type { ComponentChildren, JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { type Answer, refusalIn } from './backend.ts'
import { Go, type Possible, Steps } from './controls.tsx'
import { Icon } from './icons.tsx'
import { Badge, Pending } from './parts.tsx'
import { type Concerns, useLoaded, useParameter, useReach } from './reach.ts'

/** The head of a record next to its list. */
export function DetailHead({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { section } = useReach()
  return (
    <div class="head-line">
      <h2>{children}</h2>
      <Go to={section.to} inList class="button bare">
        <Icon name="close" />
        <span class="unseen">Close</span>
      </Go>
    </div>
  )
}

/** A part of a record with a title; nothing where there is no such part. */
export type Tab = readonly [id: string, title: string, draw: () => ComponentChildren] | false | undefined

/** The parts of a record, one at a time. The address names the one in sight, for the next record too. */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string
  readonly tabs: readonly Tab[]
}): JSX.Element {
  const [wanted, setWanted] = useParameter('tab')
  const list = useRef<HTMLDivElement>(null)
  const shown = tabs.filter((tab) => tab !== false && tab !== undefined)
  const found = shown.findIndex(([id]) => id === wanted)
  const here = Math.max(0, found)
  const [id, title, draw] = shown[here]!
  const step = (by: number): void => {
    const next = (here + by + shown.length) % shown.length
    setWanted(shown[next]![0])
    list.current!.querySelectorAll('button')[next]!.focus()
  }
  return (
    <>
      <div
        class="tabs"
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') step(1)
          if (key === 'ArrowLeft') step(-1)
        }}
      >
        {shown.map(([each, name], index) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={index === here}
            tabIndex={index === here ? 0 : -1}
            onClick={() => setWanted(each)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={title} key={id}>
        {draw()}
      </div>
    </>
  )
}

/** The page of one record of the service, below a link to its list. */
export function RecordPage({
  title,
  path,
  concerns,
  aside,
  children,
}: {
  /** The heading where the record cannot be shown. */
  readonly title: string
  readonly path: string
  readonly concerns: Concerns
  /** Shown instead of a record that is gone. */
  readonly aside?: ComponentChildren
  readonly children: (record: Answer['body']) => {
    readonly heading: ComponentChildren
    /** Its status or kind, next to the heading. */
    readonly badge: string
    readonly steps?: Possible
    readonly content: ComponentChildren
  }
}): JSX.Element {
  const { backend, section } = useReach()
  const loaded = useLoaded(() => backend.call('GET', path), [path], concerns)
  const { value: answer } = loaded
  const said = answer && refusalIn(answer)
  const {
    heading = title,
    badge,
    steps = [],
    content,
  }: Partial<ReturnType<typeof children>> = answer?.status === 200 ? children(answer.body) : {}
  return (
    <>
      <p class="trail">
        <Go to={section.to}>{section.title}</Go>
      </p>
      <div class="head-line">
        <h1>
          {heading}
          {badge && (
            <>
              {' '}
              <Badge>{badge}</Badge>
            </>
          )}
        </h1>
        <div class="buttons">
          <Steps all={steps} />
        </div>
      </div>
      {said !== undefined && <p role="alert">{said}</p>}
      {!content && <Pending loaded={loaded} />}
      {content ?? aside}
    </>
  )
}

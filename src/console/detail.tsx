import type { ComponentChildren, JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { Go } from './controls.tsx'
import { Icon } from './icons.tsx'
import { useParameter } from './reach.ts'

/** The head of a record next to its list. */
export function DetailHead({
  section,
  children,
}: {
  readonly section: string
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <div class="head-line">
      <h2>{children}</h2>
      <Go to={section} inList class="button">
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

import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from './icons.tsx'
import { useReach } from './reach.ts'

/** How many levels are open at first, and how many members such a level has at most. */
const openAtFirst = { levels: 4, members: 60 }

/** JSON for people: in colours, each object and list folds, and a button copies it. A text stays as it is. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }): JSX.Element {
  const { say } = useReach()
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
  return (
    <div class="json" tabIndex={0} role="region" aria-label={label}>
      <button
        type="button"
        class="bare copy"
        title="Copy"
        onClick={() => void navigator.clipboard.writeText(text).then(() => say('Copied'))}
      >
        <Icon name="copy" />
        <span class="unseen">Copy: {label}</span>
      </button>
      {typeof value === 'string' ? <pre>{value}</pre> : <Value value={value} level={0} end="" />}
    </div>
  )
}

function Value({
  name,
  value,
  level,
  end,
}: {
  readonly name?: string
  readonly value: unknown
  readonly level: number
  /** A comma after it, if more follow. */
  readonly end: string
}): JSX.Element {
  const isList = Array.isArray(value)
  const entries = Object.entries(value !== null && typeof value === 'object' ? value : {})
  const [isOpen, setOpen] = useState(level < openAtFirst.levels && entries.length <= openAtFirst.members)
  const title: ComponentChildren = name !== undefined && (
    <>
      <span class="key">{JSON.stringify(name)}</span>
      {': '}
    </>
  )
  const [first, last] = isList ? '[]' : '{}'
  if (entries.length === 0) {
    const kind = typeof value === 'string' ? 'text' : 'number'
    const isBranch = value !== null && typeof value === 'object'
    return (
      <div>
        {title}
        <span class={isBranch ? '' : kind}>{isBranch ? `${first}${last}` : JSON.stringify(value)}</span>
        {end}
      </div>
    )
  }
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {title}
        {first}
        {!isOpen && (
          <span class="faint">
            {' '}
            {entries.length} {last}
            {end}
          </span>
        )}
      </summary>
      {isOpen && (
        <>
          <div class="in">
            {entries.map(([key, each], index) => (
              <Value
                key={key}
                {...(isList ? {} : { name: key })}
                value={each}
                level={level + 1}
                end={index < entries.length - 1 ? ',' : ''}
              />
            ))}
          </div>
          <div>
            {last}
            {end}
          </div>
        </>
      )}
    </details>
  )
}

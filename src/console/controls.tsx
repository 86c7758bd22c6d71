import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { wellOrThrow } from './backend.ts'
import { Icon, type IconName } from './icons.tsx'
import { messageOf, useReach, withQuery } from './reach.ts'
import { type Undo, undoable } from './undo.ts'

/** A link to another place of the console. */
export function Go({
  to: target,
  isHere = false,
  inList = false,
  keepsFocus = false,
  class: name,
  children,
}: {
  readonly to: string
  readonly class?: string
  readonly isHere?: boolean
  /** Whether the filters of the list in sight stay. */
  readonly inList?: boolean
  /** Whether the focus stays: the arrow keys then go on from here. */
  readonly keepsFocus?: boolean
  readonly children: ComponentChildren
}): JSX.Element {
  const reach = useReach()
  const { go, usesAddress } = reach
  const to = inList ? withQuery(target, reach) : target
  return (
    <a
      href={`#/${to}`}
      class={name}
      aria-current={isHere ? 'page' : undefined}
      onClick={(event) => {
        // The browser opens a new tab or window.
        if (usesAddress && (event.ctrlKey || event.metaKey || event.shiftKey)) return
        event.preventDefault()
        go(to, keepsFocus)
      }}
    >
      {children}
    </a>
  )
}

/** Something that a person can do at once: the text of its button, and its effect. */
export interface Step {
  readonly text: string
  readonly icon?: IconName
  /** Distinguishes it from other buttons with the same text, for screen readers only. */
  readonly about?: string
  /** A function, or a call of the service. A returned text is the message after success, unless there is `done`. */
  readonly run: (() => Promise<unknown>) | readonly [method: string, path: string]
  readonly to?: string
  /** The step can be undone: by a snapshot, or by the given function. */
  readonly undo?: true | Undo
  readonly done?: string
  /** The button's text after the first press: a second press runs the action. */
  readonly sure?: string | undefined
  readonly title?: string
  readonly quiet?: boolean
}

/** The step that deletes a record of the service, and leads to its list. */
export function deletion(kind: string, path: string, to: string): Step {
  return {
    text: 'Delete',
    undo: true,
    sure: `Delete the ${kind}: sure?`,
    done: 'Deleted',
    run: ['DELETE', path],
    to,
  }
}

/** Steps, and links or buttons that lead further; what is not possible now is left out. */
export type Possible = readonly (Step | JSX.Element | false | undefined)[]

/** A button for each step. */
export function Steps({
  all,
  quiet = false,
}: {
  readonly all: Possible
  readonly quiet?: boolean
}): JSX.Element {
  return (
    <>
      {all.map((each) =>
        each && 'text' in each ? <ActionButton key={each.text} quiet={quiet} {...each} /> : each,
      )}
    </>
  )
}

/** A button that runs a step, shows the result, and cannot be pressed meanwhile. */
export function ActionButton({
  text,
  icon,
  about,
  run,
  done,
  to,
  sure,
  quiet = false,
  title,
  undo,
}: Step): JSX.Element {
  const { backend, changed, go, say, warn } = useReach()
  const act = typeof run === 'function' ? run : async () => wellOrThrow(await backend.call(...run))
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <button
      type="button"
      title={title}
      class={quiet ? 'quiet' : ''}
      disabled={isBusy}
      onBlur={() => setAsking(false)}
      onClick={() => {
        setAsking(sure !== undefined && !isAsking)
        if (sure !== undefined && !isAsking) return
        setBusy(true)
        let said: unknown
        const noted = async (): Promise<unknown> => (said = await act())
        const doing = undo === true ? undoable(backend, noted) : noted().then((): Undo | undefined => undo)
        doing
          .then(
            (back) => {
              if (to === undefined) changed()
              else go(to)
              const result = done ?? said
              if (typeof result === 'string') say(result, back)
            },
            (error: unknown) => warn(messageOf(error)),
          )
          .finally(() => setBusy(false))
      }}
    >
      {isAsking ? (
        <>
          {about !== undefined && (
            <span class="unseen">
              {text} {about}:{' '}
            </span>
          )}
          {sure}
        </>
      ) : (
        <>
          {icon && <Icon name={icon} />}
          {text}
          {about !== undefined && <span class="unseen"> {about}</span>}
        </>
      )}
    </button>
  )
}

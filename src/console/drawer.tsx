import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { store, stored } from './storage.ts'

/** At which edge of the window the drawer is. */
type Dock = 'right' | 'below'

/** The edge of the drawer, and its part of the window, between 0 and 1, at each edge. */
interface Place {
  readonly dock: Dock
  readonly right: number
  readonly below: number
}

const bounds = { least: 0.2, most: 0.95, step: 0.05 } as const

/** The key of the place in the browser's storage. */
const placeKey = 'identikit-drawer'

function readPlace(dock: Dock): Place {
  return { dock, right: 0.65, below: 0.5, ...(stored(placeKey) as Partial<Place> | undefined) }
}

/** The styles of the drawer's element in the page: no content leaves its box, not even messages. */
function styleOf({ dock, right, below }: Place): Partial<CSSStyleDeclaration> {
  const isRight = dock === 'right'
  return {
    inset: isRight ? '0 0 0 auto' : 'auto 0 0 0',
    width: isRight ? `max(${right * 100}vw, min(300px, 95vw))` : '100vw',
    height: isRight ? '100dvh' : `max(${below * 100}dvh, min(200px, 95dvh))`,
  }
}

/** The frame of the drawer: an edge to resize it by, and buttons to dock and close it. */
export function Drawer({
  dialog,
  dock: usual,
  children,
}: {
  readonly dialog: HTMLDialogElement
  /** The edge until a person chooses one. */
  readonly dock: Dock
  readonly children: ComponentChildren
}): JSX.Element {
  const [place, setPlace] = useState(() => readPlace(usual))
  const { dock } = place
  const size = place[dock]
  useLayoutEffect(() => {
    Object.assign(dialog.style, styleOf(place))
  }, [place])
  const change = (changes: Partial<Place>): void => {
    const next = { ...place, ...changes }
    setPlace(next)
    store(placeKey, next)
  }
  const resize = (to: number): void => {
    change({ [dock]: Math.min(bounds.most, Math.max(bounds.least, to)) })
  }
  const onKey = (event: KeyboardEvent): void => {
    const to: Readonly<Record<string, number>> = {
      [dock === 'right' ? 'ArrowLeft' : 'ArrowUp']: size + bounds.step,
      [dock === 'right' ? 'ArrowRight' : 'ArrowDown']: size - bounds.step,
      Home: bounds.least,
      End: bounds.most,
    }
    const wanted = to[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    resize(wanted)
  }
  return (
    <div class={`drawer ${dock}`}>
      <div
        class="edge"
        role="separator"
        tabIndex={0}
        aria-label="Size of the console"
        aria-orientation={dock === 'right' ? 'vertical' : 'horizontal'}
        aria-valuemin={bounds.least * 100}
        aria-valuemax={bounds.most * 100}
        aria-valuenow={Math.round(size * 100)}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
          resize(dock === 'right' ? 1 - event.clientX / innerWidth : 1 - event.clientY / innerHeight)
        }}
      />
      <div class="drawer-bar">
        <button
          type="button"
          class="quiet"
          onClick={() => change({ dock: dock === 'right' ? 'below' : 'right' })}
        >
          {dock === 'right' ? 'Dock below' : 'Dock right'}
        </button>
        <button type="button" class="quiet" onClick={() => dialog.close()}>
          Close
        </button>
      </div>
      <div class="drawer-body">{children}</div>
    </div>
  )
}

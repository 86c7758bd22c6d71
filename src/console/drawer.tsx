import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { store, stored } from './storage.ts'

/** At which edge of the window the drawer is, or where somebody dragged it. */
type Dock = 'right' | 'below' | 'float'

/** The edge of the drawer, its part of the window between 0 and 1, and its corner while it floats. */
interface Place {
  readonly dock: Dock
  readonly right: number
  readonly below: number
  readonly float: number
  readonly left: number
  readonly top: number
}

const bounds = { least: 0.2, max: 0.95, step: 0.05 } as const

/** Styles of an element. */
type Styles = Readonly<Record<string, string>>

/** The key of the place in the browser's storage. */
const placeKey = 'identikit-drawer'

function readPlace(dock: Dock): Place {
  const usual = { dock, right: 0.65, below: 0.5, float: 0.6, left: 0.2, top: 0.15 }
  return { ...usual, ...(stored(placeKey) as Partial<Place> | undefined) }
}

/** The styles of the drawer's element in the page: no content leaves its box, not even messages. */
function styleOf({ dock, right, below, float, left, top }: Place): Styles {
  const isFloating = dock === 'float'
  const edges: Readonly<Record<Dock, Styles>> = {
    right: { inset: '0 0 0 auto', width: `max(${right * 100}vw, min(300px, 95vw))`, height: '100dvh' },
    below: { inset: 'auto 0 0 0', width: '100vw', height: `max(${below * 100}dvh, min(200px, 95dvh))` },
    float: { inset: `${top * 100}dvh auto auto ${left * 100}vw`, width: `${float * 100}vw`, height: '70dvh' },
  }
  return { ...edges[dock], resize: isFloating ? 'both' : 'none', borderRadius: isFloating ? '8px' : '0' }
}

/** The margins of the page that keep it clear of a docked drawer. A page may also give it a place in its text. */
function roomFor(dialog: HTMLDialogElement, { dock }: Place): Styles {
  const { width, height } = dialog.getBoundingClientRect()
  if (dock === 'float' || !dialog.open || getComputedStyle(dialog).position !== 'fixed') return {}
  return dock === 'right' ? { marginRight: `${width}px` } : { marginBottom: `${height}px` }
}

/** The frame of the drawer: an edge to resize it, a bar to drag it, and buttons. */
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
    const { style } = document.documentElement
    const { marginRight, marginBottom } = style
    const room = (): void =>
      void Object.assign(style, { marginRight, marginBottom, ...roomFor(dialog, place) })
    const watching = new ResizeObserver(room)
    watching.observe(dialog)
    return () => {
      watching.disconnect()
      Object.assign(style, { marginRight, marginBottom })
    }
  }, [place])
  const change = (changes: Partial<Place>): void => {
    const next = { ...place, ...changes }
    setPlace(next)
    store(placeKey, next)
  }
  const resize = (to: number): void => {
    change({ [dock]: Math.min(bounds.max, Math.max(bounds.least, to)) })
  }
  const onKey = (event: KeyboardEvent): void => {
    const to: Readonly<Record<string, number>> = {
      [dock === 'right' ? 'ArrowLeft' : 'ArrowUp']: size + bounds.step,
      [dock === 'right' ? 'ArrowRight' : 'ArrowDown']: size - bounds.step,
      Home: bounds.least,
      End: bounds.max,
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
        aria-valuemax={bounds.max * 100}
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
        <span
          class="grip"
          title="Drag it to let the console float"
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={({ currentTarget, pointerId, movementX, movementY }) => {
            if (!currentTarget.hasPointerCapture(pointerId)) return
            const { left, top } = dialog.getBoundingClientRect()
            const within = (part: number): number => Math.min(0.9, Math.max(0, part))
            change({
              dock: 'float',
              left: within((left + movementX) / innerWidth),
              top: within((top + movementY) / innerHeight),
            })
          }}
        >
          Identikit
        </span>
        {(['right', 'below'] as const)
          .filter((edge) => edge !== dock)
          .map((edge) => (
            <button key={edge} type="button" class="quiet" onClick={() => change({ dock: edge })}>
              Dock {edge}
            </button>
          ))}
        <button type="button" class="quiet" onClick={() => dialog.close()}>
          Close
        </button>
      </div>
      <div class="drawer-body">{children}</div>
    </div>
  )
}

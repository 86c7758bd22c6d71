import { type MountedConsole, mountConsole } from 'identikit/console'
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Service } from './service.ts'

/** The console of the mock: the drawer of `identikit/console`, which the style sheet puts into the page. */
export function Console({ service }: { readonly service: Service }): VNode {
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedConsole>(undefined)
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    const focused = document.activeElement
    mounted.current = mountConsole(place.current!, service.org, { open: true, launcher: false })
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    const dialog = place.current!.querySelector('dialog')!
    dialog.addEventListener('toggle', () => setOpen(dialog.open))
    return () => mounted.current?.remove()
  }, [service])
  return (
    <section class="console" aria-label="Console">
      {!isOpen && (
        <button type="button" onClick={() => mounted.current?.open()}>
          Open the console
        </button>
      )}
      <div ref={place} />
    </section>
  )
}

import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon, type IconName } from './icons.tsx'
import { type Opened, useReach } from './reach.ts'

const fields = 'input, select, textarea'

/** A panel at the side of the page. Its first field gets the focus; Escape closes it and gives the focus back. */
export function SidePanel({ panel: { title, content, opener } }: { readonly panel: Opened }): JSX.Element {
  const { openPanel } = useReach()
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const panel = element.current!
    const close = panel.querySelector('button')!
    const look = (): void => {
      const { activeElement } = panel.getRootNode() as ShadowRoot
      const field = panel.querySelector<HTMLElement>(`div :is(${fields})`)
      if (field && activeElement === close) field.focus()
    }
    close.focus()
    look()
    // A form may come later, with its schema.
    const watching = new MutationObserver(look)
    watching.observe(panel, { childList: true, subtree: true })
    return () => watching.disconnect()
  }, [])
  const close = (): void => {
    openPanel(undefined)
    opener?.focus()
  }
  return (
    <div
      class="panel"
      role="dialog"
      aria-label={title}
      ref={element}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The drawer stays open.
        event.stopPropagation()
        close()
      }}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" class="bare" onClick={close}>
          <Icon name="close" />
          <span class="unseen">Close the panel</span>
        </button>
      </header>
      <div>{content}</div>
    </div>
  )
}

/** A button that opens a panel. */
export function Opens({
  title,
  text = title,
  icon,
  lead = false,
  children,
}: {
  readonly title: string
  readonly text?: string | undefined
  readonly icon?: IconName | undefined
  readonly lead?: boolean | undefined
  readonly children: ComponentChildren
}): JSX.Element {
  const { openPanel } = useReach()
  return (
    <button
      type="button"
      class={lead ? 'lead' : ''}
      onClick={({ currentTarget: opener }) => openPanel({ title, content: children, opener })}
    >
      {icon && <Icon name={icon} />}
      {text}
    </button>
  )
}

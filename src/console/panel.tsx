import type { ComponentChildren, JSX } from 'preact'
import { Icon, type IconName } from './icons.tsx'
import { type Opened, useReach } from './reach.ts'

/** Before the effects of its form, which takes the focus of the panel. */
const show = (dialog: HTMLDialogElement | null): void => dialog?.show()

/** A panel at the side of the page. The browser gives the focus back to what had it before. */
export function SidePanel({ panel: { title, content } }: { readonly panel: Opened }): JSX.Element {
  const { openPanel } = useReach()
  return (
    <dialog
      class="panel"
      aria-label={title}
      ref={show}
      onClose={() => openPanel(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The drawer stays open.
        event.stopPropagation()
        event.currentTarget.close()
      }}
    >
      <header>
        <h2>{title}</h2>
        <button
          type="button"
          class="bare"
          onClick={({ currentTarget }) => currentTarget.closest('dialog')!.close()}
        >
          <Icon name="close" />
          <span class="unseen">Close the panel</span>
        </button>
      </header>
      <div key={title}>{content}</div>
    </dialog>
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
    <button type="button" class={lead ? 'lead' : ''} onClick={() => openPanel({ title, content: children })}>
      {icon && <Icon name={icon} />}
      {text}
    </button>
  )
}

import { App } from './app.tsx'
import type { Backend } from './backend.ts'
import type { MockWorker } from '../browser.ts'
import { type EveryTab, everyTab } from '../browser/every-tab.ts'
import { draw } from './draw.tsx'
import { Drawer } from './drawer.tsx'
import { type ConsoleOrg, everyTabBackend, orgBackend } from './org-backend.ts'
import { checkTypes } from '../model/kernel/check-options.ts'
import drawerStyle from './drawer.css?inline'

/** Options of a console in a page. */
export interface MountConsoleOptions {
  /** The key that, with Control or Meta, opens and closes the drawer. Default `.` (full stop). */
  readonly key?: string
  /** Whether the drawer is open at first. Default false. */
  readonly open?: boolean
  /** Whether the page shows a button that opens the drawer, at its lower right. Default true. */
  readonly launcher?: boolean
  /** The edge of the window until somebody docks it elsewhere, which the browser remembers. Default right. */
  readonly dock?: 'right' | 'below'
}

/** A console in a page. */
export interface MountedConsole {
  /** Opens the drawer. */
  readonly open: () => void
  /** Closes it; when it opens again, it continues at the same place. */
  readonly close: () => void
  /** Removes it from the page. */
  readonly remove: () => void
}

/**
 * Puts a console for an organisation into a page: a drawer. A button opens it, or Control or Meta with a key.
 * It acts on the organisation of the page, even if another tab runs it.
 *
 * @param element The parent of the drawer: `document.body`.
 * @param org The worker or its `control`, which work in every tab; or an organisation of `createOrg()`.
 * @throws TypeError that lists unknown options, or if `org` is not a worker or an organisation.
 */
export function mountConsole(
  element: Element,
  org: ConsoleOrg | MockWorker | MockWorker['control'],
  options: MountConsoleOptions = {},
): MountedConsole {
  checkTypes(options, { key: 'string', open: 'boolean', launcher: 'boolean', dock: 'string' })
  const { key = '.', open = false, launcher = true, dock = 'right' } = options
  if (dock !== 'right' && dock !== 'below') {
    throw new TypeError(`dock: expected right or below, got '${String(dock)}'`)
  }
  const backend = backendOf(org)
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Identikit console')
  Object.assign(dialog.style, {
    position: 'fixed',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    border: '0',
    boxShadow: '0 0 32px #0008',
    overflow: 'hidden',
    // Fixed elements inside it are relative to the drawer, and not to the window.
    contain: 'layout paint',
    zIndex: '2147483647',
  })
  const host = document.createElement('div')
  host.style.height = '100%'
  dialog.append(host)
  element.append(dialog)
  let stop: (() => void) | undefined
  const show = (): void => {
    stop ??= draw(
      host,
      <Drawer dialog={dialog} dock={dock}>
        <App backend={backend} usesAddress={false} here="Organisation of this page" />
      </Drawer>,
      drawerStyle,
    )
    dialog.show()
  }
  const close = (): void => dialog.close()
  const button = document.createElement('aside')
  if (launcher) {
    button.setAttribute('aria-label', 'Identikit')
    draw(
      button,
      <button type="button" class="launcher" title={`Control or Command and ${key}`} onClick={show}>
        Identikit console
      </button>,
      drawerStyle,
    )
    element.append(button)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && dialog.open) close()
    if (event.key !== key || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (dialog.open) close()
    else show()
  }
  addEventListener('keydown', onKey)
  if (open) show()
  return {
    open: show,
    close,
    remove() {
      removeEventListener('keydown', onKey)
      stop?.()
      dialog.remove()
      button.remove()
    },
  }
}

function backendOf(org: ConsoleOrg | MockWorker | MockWorker['control']): Backend {
  const given = org as Partial<ConsoleOrg> & { readonly [everyTab]?: EveryTab }
  const page = given?.[everyTab]
  if (page) return everyTabBackend(page)
  if (given?.fetch && given.control) return orgBackend(org as ConsoleOrg)
  throw new TypeError(
    'mountConsole: org: expected the worker of setupWorker(), or an organisation of createOrg()',
  )
}

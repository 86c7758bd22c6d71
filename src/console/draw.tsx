import { type ComponentChildren, render } from 'preact'
import { App } from './app.tsx'
import type { Backend } from './backend.ts'
import style from './style.css?inline'

/** Draws the console into an element. */
export function drawConsole(element: Element, backend: Backend, usesAddress: boolean): () => void {
  return draw(element, <App backend={backend} usesAddress={usesAddress} />)
}

/**
 * Draws into an element, in a separate root that isolates its styles from the page.
 *
 * @param more Further styles.
 * @returns Removes what was drawn.
 */
export function draw(element: Element, children: ComponentChildren, more = ''): () => void {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style + more)
  root.adoptedStyleSheets = [sheet]
  render(children, root)
  return () => render(null, root)
}

import { type ComponentChildren, render } from 'preact'
import style from './style.css?inline'

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

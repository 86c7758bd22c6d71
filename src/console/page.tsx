import { App } from './app.tsx'
import type { Backend } from './backend.ts'
import { draw } from './draw.tsx'
import { Organisations, Switcher } from './organisations.tsx'

/** Pages that only a server has. */
const ofServers = [{ to: 'organisations', title: 'Organisations', Page: Organisations }]

/** Draws the page of a server into an element. */
export function drawConsole(element: Element, backend: Backend): () => void {
  return draw(element, <App backend={backend} usesAddress more={ofServers} here={<Switcher />} />)
}

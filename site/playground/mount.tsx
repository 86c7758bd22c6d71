import { render } from 'preact'
import { Playground } from './playground.tsx'
import { Service } from './service.ts'
import { sharedHere } from './share.ts'
import './style.css'

/** Starts the mock in this page, and puts the playground into an element; answers what takes it out again. */
export async function mountPlayground(element: Element): Promise<() => void> {
  const service = await Service.start()
  render(<Playground service={service} shared={sharedHere()} />, element)
  return () => render(null, element)
}

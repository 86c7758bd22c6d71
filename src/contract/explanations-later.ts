import type { Explanation } from './explanations.ts'

type Explanations = typeof import('./explanations.ts')

let loaded: Explanations | undefined

/** Whether reasons are available at once. */
export function hasExplanations(): boolean {
  return loaded !== undefined
}

/** Loads the texts of reasons, which a page needs when a call is refused for the first time. */
export async function loadExplanations(): Promise<void> {
  loaded ??= await import('./explanations.ts')
}

/** As `explain` of `explanations.ts`; undefined until the texts are loaded, which every refused call waits for. */
export function explain(...why: Parameters<Explanations['explain']>): Explanation | undefined {
  return loaded?.explain(...why)
}

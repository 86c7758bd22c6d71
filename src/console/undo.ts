import type { Backend } from './backend.ts'

/** How long what was done can be undone, in milliseconds. */
export const undoTime = 10_000

/** The snapshot that is kept meanwhile: one, whatever is done after another, so that none piles up. */
export const undoName = 'before the last step in the console'

/** Goes back to what was before. */
export type Undo = () => Promise<unknown>

let kept: ReturnType<typeof setTimeout> | undefined

/**
 * Runs a step after the state before it was kept, for ten seconds; returns what goes back there. Where no more
 * snapshots can be kept, the step is done without.
 */
export async function undoable(backend: Backend, run: () => Promise<unknown>): Promise<Undo | undefined> {
  clearTimeout(kept)
  const forget = (): Promise<unknown> =>
    backend.control('deleteSnapshot', { name: undoName }).catch(() => undefined)
  const isKept = await backend.control('saveSnapshot', { name: undoName }).then(
    () => true,
    () => false,
  )
  try {
    await run()
  } catch (error) {
    void forget()
    throw error
  }
  if (!isKept) return undefined
  kept = setTimeout(() => void forget(), undoTime)
  return async () => {
    clearTimeout(kept)
    await backend.control('restoreSnapshot', { name: undoName })
    await forget()
  }
}

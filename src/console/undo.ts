import type { Backend } from './backend.ts'

/** How long a step can be undone, in milliseconds. */
export const undoTime = 10_000

/** The name of the snapshot: each step replaces it, so that they do not accumulate. */
export const undoName = 'before the last step in the console'

/** Restores the previous state. */
export type Undo = () => Promise<unknown>

let kept: ReturnType<typeof setTimeout> | undefined

/**
 * Takes a snapshot for ten seconds, and runs a step; returns a function that restores the snapshot. If no further
 * snapshot is possible, runs the step without one.
 *
 * @param by `state`: for a step that replaces the snapshots, too.
 */
export async function undoable(
  backend: Backend,
  run: () => Promise<unknown>,
  by: true | 'state' = true,
): Promise<Undo | undefined> {
  if (by === 'state') {
    const state: unknown = await backend.control('exportState')
    await run()
    return () => backend.control('importState', { state })
  }
  clearTimeout(kept)
  const forget = (): Promise<unknown> =>
    backend.control('remove', { kind: 'snapshot', name: undoName }).catch(() => undefined)
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

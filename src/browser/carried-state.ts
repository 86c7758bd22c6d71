import type { Organisation } from '../organisation.ts'
import { KeptState } from './kept-state.ts'
import { RowDatabase } from './row-database.ts'

/** The state for the next load of a tab, since a sign-in leads away from the page and back. */
interface Carried {
  readonly database: string
  readonly cookies: string
}

/** The state of a page to keep for its next load. */
export interface Carrying {
  /** Where the next load finds it, in `sessionStorage`. */
  readonly key: string
  readonly madeOf: string
  readonly org: Organisation
}

/** Keeps the state of an organisation for the next load; warns if the browser stores nothing. */
export async function carry({ key, madeOf, org }: Carrying, cookies: string): Promise<void> {
  const database = `${key}:${Math.random()}`
  const state = await KeptState.open(database)
  if (!state) return
  await state.replace({ madeOf, rows: [...org.rows.all()] })
  state.close()
  sessionStorage.setItem(key, JSON.stringify({ database, cookies } satisfies Carried))
}

/**
 * Restores the state that was kept for this load, once.
 *
 * @returns The cookies of the service's pages; undefined if the options differ or the state is unreadable.
 */
export async function goOnCarried({ key, madeOf, org }: Carrying): Promise<string | undefined> {
  const { database, cookies } = JSON.parse(sessionStorage.getItem(key)!) as Carried
  sessionStorage.removeItem(key)
  const state = await KeptState.open(database)
  const isRead = await state?.goOn(madeOf, (rows) => {
    org.importState({ format: 'identikit-state', version: 1, rows: [...rows] })
    return true
  })
  state?.close()
  await RowDatabase.delete(database).catch(() => {})
  return isRead ? cookies : undefined
}

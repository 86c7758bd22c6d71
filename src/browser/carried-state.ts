import type { Organisation } from '../organisation.ts'
import { KeptState } from './kept-state.ts'
import { RowDatabase } from './row-database.ts'

/** A state that is kept for the next load of a tab: a sign-in leads away from the page, and back. */
interface Carried {
  readonly database: string
  readonly cookies: string
}

/** What of a page is carried to its next load. */
export interface Carrying {
  /** Where the next load finds it, in `sessionStorage`. */
  readonly key: string
  readonly madeOf: string
  readonly org: Organisation
}

/** Keeps the state of an organisation for the next load; with a warning where the browser keeps nothing. */
export async function carry({ key, madeOf, org }: Carrying, cookies: string): Promise<void> {
  const database = `${key}:${Math.random()}`
  const state = await KeptState.open(database)
  if (!state) return
  await state.replace({ madeOf, rows: [...org.rows.all()] })
  state.close()
  sessionStorage.setItem(key, JSON.stringify({ database, cookies } satisfies Carried))
}

/**
 * Goes on from the state that was carried to this load, once.
 *
 * @returns The cookies of the service's pages; undefined where the state was of other options, or cannot be read.
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

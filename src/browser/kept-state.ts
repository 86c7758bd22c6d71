import type { RowStore } from '../model/kernel/persistence.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import { type KeptRows, RowDatabase } from './row-database.ts'
import { warn } from './warn.ts'

/** Stores the state of an organisation in this browser, if the browser allows it. */
export class KeptState implements RowStore {
  readonly #database: RowDatabase
  /** The writes, one after the other. After one fails, the later ones fail too, since they depend on it. */
  #written: Promise<void> = Promise.resolve()
  #isGone = false

  private constructor(database: RowDatabase) {
    this.#database = database
  }

  /** Opens the state stored under a name; undefined, with a warning, if this browser stores nothing. */
  static async open(name: string): Promise<KeptState | undefined> {
    try {
      return new KeptState(await RowDatabase.open(name))
    } catch (error) {
      if (typeof indexedDB === 'undefined') return unkept(new Error('there is no IndexedDB'))
      try {
        // The data is of a later version, or foreign. Development state is better replaced than in the way.
        await RowDatabase.delete(name)
        const database = await RowDatabase.open(name)
        warnUnreadable(error)
        return new KeptState(database)
      } catch {
        return unkept(error)
      }
    }
  }

  /**
   * Continues from the stored state.
   *
   * @param madeOf The options and data set that the stored state must have.
   * @returns Undefined if nothing is stored, its options or data set differ, or it is unreadable.
   */
  async goOn<Org>(madeOf: string, goOn: (rows: Iterable<StateRow>) => Org): Promise<Org | undefined> {
    try {
      const kept = await this.#database.load()
      return kept?.madeOf === madeOf ? goOn(kept.rows) : undefined
    } catch (error) {
      warnUnreadable(error)
      return undefined
    }
  }

  /** Replaces the stored organisation. If there is no room, it stores nothing and warns. */
  async replace(kept: KeptRows): Promise<void> {
    await this.#database.replace(kept).catch((error: unknown) => {
      this.#isGone = true
      unkept(error)
    })
  }

  write(rows: readonly StateRow[]): Promise<void> {
    this.#written = this.#written.then(() => this.#write(rows))
    return this.#written
  }

  /** The stored rows, after a write that failed. */
  async read(): Promise<Iterable<StateRow>> {
    const kept = await this.#database.load()
    this.#written = Promise.resolve()
    return kept!.rows
  }

  close(): void {
    this.#database.close()
  }

  async #write(rows: readonly StateRow[]): Promise<void> {
    if (this.#isGone) return
    try {
      await this.#database.write(rows)
    } catch (error) {
      if ((error as Error).name === 'InvalidStateError') {
        this.#isGone = true
        warn('the state stored in this browser was deleted; nothing is stored until the page is loaded again')
        return
      }
      warn('this browser could not store a change; the change was refused and undone', error)
      throw error
    }
  }
}

function warnUnreadable(error: unknown): void {
  warn('the state stored in this browser cannot be read; the organisation starts from its data again', error)
}

/** Warns that nothing is stored. */
export function unkept(error: unknown): undefined {
  warn('this browser stores no state here; the state lasts until the page is loaded again', error)
}

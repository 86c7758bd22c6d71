import type { RowStore } from '../model/kernel/persistence.ts'
import type { StateRow } from '../model/kernel/state-log.ts'
import { type KeptRows, RowDatabase } from './row-database.ts'
import { warn } from './warn.ts'

/** Keeps the state of an organisation in this browser, as far as the browser lets it. */
export class KeptState implements RowStore {
  readonly #database: RowDatabase
  /** The writes, one after the other: once one has failed, so do those behind it, which rest on it. */
  #written: Promise<void> = Promise.resolve()
  #isGone = false

  private constructor(database: RowDatabase) {
    this.#database = database
  }

  /** What is kept under a name; undefined, with a warning, where this browser keeps nothing. */
  static async open(name: string): Promise<KeptState | undefined> {
    try {
      return new KeptState(await RowDatabase.open(name))
    } catch (error) {
      if (typeof indexedDB === 'undefined') return unkept(new Error('there is no IndexedDB'))
      try {
        // Of a later version of this package, or something else: state for development, better made anew than in the way.
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
   * Goes on from what is kept.
   *
   * @param madeOf What it has to be made of.
   * @returns Undefined when that is nothing, something else, or nothing that can be read.
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

  /** Keeps another organisation in place of what there was; without room for it, none, with a warning. */
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

  /** What is kept, after a write that failed. */
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
        warn(
          'what this browser kept was deleted; the organisation goes on without until the page is loaded again',
        )
        return
      }
      warn('this browser did not keep a change, which was therefore refused and taken back', error)
      throw error
    }
  }
}

function warnUnreadable(error: unknown): void {
  warn('what this browser kept of the organisation cannot be read, and is made anew', error)
}

/** Tells that nothing is kept. */
export function unkept(error: unknown): undefined {
  warn('this browser keeps no state here: it lasts until the page is loaded again', error)
}

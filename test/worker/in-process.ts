import { DatabaseSync } from 'node:sqlite'
import type { createWorker } from '../../src/worker.ts'
import type { Environment, ObjectContext, ObjectNamespace, SqlStorage } from '../../src/worker/platform.ts'

type Worker = ReturnType<typeof createWorker>
type OrganisationHolder = InstanceType<Worker['Organisation']>

/** The storage of a Durable Object, in SQLite of this process. */
class Storage {
  readonly #database = new DatabaseSync(':memory:')
  alarm: number | null = null

  readonly sql: SqlStorage = {
    exec: (query, ...bindings) => {
      const rows = this.#database.prepare(query).all(...bindings) as Record<string, string>[]
      return Object.assign(rows, { toArray: () => rows })
    },
  }

  transactionSync<Result>(step: () => Result): Result {
    this.#database.exec('BEGIN')
    try {
      const result = step()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite itself undoes all if the disk is full.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  getAlarm = async (): Promise<number | null> => this.alarm
  setAlarm = async (at: number): Promise<void> => void (this.alarm = at)
  deleteAlarm = async (): Promise<void> => void (this.alarm = null)
  /** Leaves no room for another page of rows, or room again. */
  fill(most = 1): void {
    this.#database.exec(`PRAGMA max_page_count = ${most}`)
  }

  deleteAll = async (): Promise<void> => this.#database.exec('DROP TABLE IF EXISTS r')
}

/** A worker and its objects in this process, without a Workers runtime. */
export class InProcess {
  readonly storages = new Map<string, Storage>()
  readonly #worker: Worker
  readonly #objects = new Map<string, OrganisationHolder>()
  readonly #environment: Environment

  constructor(worker: Worker, variables: Environment = {}) {
    this.#worker = worker
    const objects: ObjectNamespace = {
      idFromName: (name) => name,
      get: (name: string) => ({ fetch: (request) => this.object(name).fetch(request) }),
    }
    this.#environment = { ORGANISATIONS: objects, ...variables }
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    const url = path.startsWith('http') ? path : `https://id.example.com${path}`
    return this.#worker.fetch(new Request(url, init), this.#environment)
  }

  object(name: string): OrganisationHolder {
    const known = this.#objects.get(name)
    if (known) return known
    const storage = this.storages.get(name) ?? new Storage()
    this.storages.set(name, storage)
    let last: Promise<unknown> = Promise.resolve()
    const context: ObjectContext = {
      storage,
      blockConcurrencyWhile(step) {
        const result = last.then(step)
        last = result.catch(() => {})
        return result
      },
    }
    const object = new this.#worker.Organisation(context, this.#environment)
    this.#objects.set(name, object)
    return object
  }

  /** Evicts an object from memory; its storage stays. */
  evict(name: string): void {
    this.#objects.delete(name)
  }
}

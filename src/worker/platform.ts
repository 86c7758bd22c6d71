/** The used part of a Workers runtime: Cloudflare's, or workerd by itself. Its own types fit these. */

/** A value that SQLite keeps. */
export type SqlValue = string | number | ArrayBuffer | null

/** The SQLite database of a Durable Object. */
export interface SqlStorage {
  exec(
    query: string,
    ...bindings: (string | number | null)[]
  ): Iterable<Record<string, SqlValue>> & { toArray(): Record<string, SqlValue>[] }
}

/** The storage of a Durable Object. */
export interface ObjectStorage {
  readonly sql: SqlStorage
  transactionSync<Result>(step: () => Result): Result
  getAlarm(): Promise<number | null>
  setAlarm(at: number): Promise<void>
  deleteAlarm(): Promise<void>
  deleteAll(): Promise<void>
}

/** The context of a new Durable Object. */
export interface ObjectContext {
  readonly storage: ObjectStorage
  blockConcurrencyWhile<Result>(step: () => Promise<Result>): Promise<Result>
}

/** Where objects of a class are found by name. */
export interface ObjectNamespace {
  idFromName(name: string): unknown
  get(id: never): { fetch(request: Request): Promise<Response> }
}

/** The configuration of a worker: secrets, variables, and bindings of objects. */
export type Environment = Readonly<Record<string, unknown>>

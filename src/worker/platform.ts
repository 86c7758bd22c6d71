/** What of a Workers runtime is used here: Cloudflare's, or workerd by itself. Its own types fit these. */

/** A value that SQLite keeps. */
export type SqlValue = string | number | ArrayBuffer | null

/** The SQLite database of a Durable Object. */
export interface SqlStorage {
  exec(
    query: string,
    ...bindings: (string | number | null)[]
  ): Iterable<Record<string, SqlValue>> & { toArray(): Record<string, SqlValue>[] }
}

/** What a Durable Object keeps. */
export interface ObjectStorage {
  readonly sql: SqlStorage
  transactionSync<Result>(step: () => Result): Result
  getAlarm(): Promise<number | null>
  setAlarm(at: number): Promise<void>
  deleteAlarm(): Promise<void>
  deleteAll(): Promise<void>
}

/** What a Durable Object is made with. */
export interface ObjectContext {
  readonly storage: ObjectStorage
  blockConcurrencyWhile<Result>(step: () => Promise<Result>): Promise<Result>
}

/** Where objects of a class are found by name. */
export interface ObjectNamespace {
  idFromName(name: string): unknown
  get(id: never): { fetch(request: Request): Promise<Response> }
}

/** What a worker is configured with: secrets, variables, and bindings of objects. */
export type Environment = Readonly<Record<string, unknown>>

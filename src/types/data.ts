/** Types of `org.data`, the records as collections of @msw/data. */
export type { DataFace as Face } from '../data/data-collection.ts'
export type {
  DataCondition as Condition,
  DataFindOptions as FindOptions,
  DataHookEvents as HookEvents,
  DataHooks as Hooks,
  DataOrder as Order,
  DataPredicate as Predicate,
  DataQuery as Query,
  DataTest as Test,
} from '../data/data-query.ts'
export type { DataClient as Client, DataUser as User, OrgData as All } from '../data/index.ts'

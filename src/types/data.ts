/** Types of `org.data`, the records as collections of @msw/data. */
export type {
  DataCondition as Condition,
  DataFace as Face,
  DataFindOptions as FindOptions,
  DataHookEvents as HookEvents,
  DataHooks as Hooks,
  DataOrder as Order,
  DataPredicate as Predicate,
  DataQuery as Query,
  DataTest as Test,
} from '../data/types.ts'
export type { DataClient as Client, DataUser as User, OrgData as All } from '../data/index.ts'

/** Types for checks of your own (`registerChecks`): what a check is given, and what it declares. */
export type { Api, CallOptions, Paged } from '../engine/run/api.ts'
export type { CheckContext, CheckDefinition, CheckPlan } from '../engine/run/check.ts'
export type { RecordKind } from '../engine/clean-up/ledger.ts'
export type { Assertion } from '../engine/judge/judge.ts'
export type { Difference } from '../engine/judge/expectation.ts'
export type { NeededThings, ThingNeed } from '../engine/plan/need.ts'
export type {
  Given,
  GivenClient,
  GivenGroup,
  GivenRule,
  GivenUser,
  Unique,
  UserOptions,
} from '../engine/supply/given-types.ts'
export type { Json, Reply } from '../engine/wire/reply.ts'
export type { Clause, ClauseArea, ClauseLevel, Cover } from '../registry/clause.ts'
export type { DocumentNumber } from '../registry/sections.ts'

import type { OperationName } from '../../contract/operation-names.ts'
import type { Organisation } from '../../organisation.ts'
import { type Compared, compareReplies } from '../compare/reply.ts'
import { objectOf } from '../../exchange/json.ts'
import { type Recording, type RecordedCall, type Reply } from '../../exchange/exchange.ts'
import { endpointOf } from './callers.ts'
import { ReplayContext } from './replay-context.ts'
import { idOf, kindOf } from './shown.ts'
import { sentAs, sentPlainly } from './sent.ts'

/** The outcome of a recorded call. */
export interface Outcome {
  readonly call: RecordedCall
  /** Undefined for a call outside the operations of the API description: it is skipped. */
  readonly operation: OperationName | undefined
  /** Why it cannot be compared, if it cannot. */
  readonly because?: string
  readonly hasSameStatus?: boolean
  readonly compared?: Compared
}

/**
 * Replays a recording, call by call, on an organisation in its first state, and compares each reply.
 *
 * @param organisation One that only recordings use; it is reset first.
 */
export async function* replayed(recording: Recording, organisation: Organisation): AsyncGenerator<Outcome> {
  const context = new ReplayContext(recording, organisation)
  for (const [index, call] of recording.calls.entries()) yield await outcomeOf(call, index, context)
}

async function outcomeOf(call: RecordedCall, index: number, context: ReplayContext): Promise<Outcome> {
  const { operation, unread, status } = call
  if (!operation) {
    context.signIns.note(call)
    if (isSchemaChange(call)) await context.replay.send(sentPlainly(call, context))
    return {
      call,
      operation: undefined,
      ...(unread === undefined || status === 0 ? {} : { because: unread }),
    }
  }
  const { name } = operation
  const because = context.prepare(call, index, operation)
  if (because !== undefined) return { call, operation: name, because }
  const { model } = context.organisation
  const before = call.method === 'GET' ? undefined : model.state.snapshot()
  const sent = sentAs(call, operation, context)
  if (typeof sent === 'string') return { call, operation: name, because: sent }
  const here = await context.replay.send(sent)
  if (call.status >= 400 && here.status < 400 && before) model.state.restore(before)
  pairReplies(call, here, context)
  context.pages.note(call, here)
  const compared = compareReplies(call, here, name, context, index)
  context.follow(call, index, here)
  return { call, operation: name, hasSameStatus: call.status === here.status, compared }
}

/** A call outside the API description that changes the schema of profiles: replayed, but not compared. */
function isSchemaChange(call: RecordedCall): boolean {
  return call.status < 300 && endpointOf(call) === 'updateUserSchema'
}

/** Pairs the records that two replies show. */
function pairReplies(call: RecordedCall, here: Reply, context: ReplayContext): void {
  if (call.status >= 300 || here.status >= 300) return
  const [one, other] = [objectOf(call.json), objectOf(here.json)]
  if (!one || !other || !kindOf(one) || kindOf(one) !== kindOf(other)) return
  const [recorded, ours] = [idOf(one), idOf(other)]
  if (context.pairs.oursOf(recorded) !== undefined || context.pairs.isTaken(ours)) return
  context.pairs.pair(recorded, ours)
  if (call.method === 'POST') context.own.add(ours)
}

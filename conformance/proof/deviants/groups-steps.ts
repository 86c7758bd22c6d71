/** Steps that deviants of groups and rules share, in addition to those in `alter/`. */
import type { Json } from '../../engine/wire/reply.ts'
import { when } from '../alter/flow.ts'
import { changed } from '../alter/path.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { answerOf, isRefusal, sentWith } from '../alter/wire.ts'

/** Refuses as the server does, but carries out a repaired body all the same. */
export function refuseButCreate(path: string, repair: (value: Json) => Json): Alteration {
  return () => async (sent, forward) => {
    const refused = await forward(sent)
    if (isRefusal(refused) && sent.json !== undefined)
      await forward(sentWith(sent, { json: changed(sent.json, path, repair) }))
    return refused
  }
}

/** Replaces the matching part of an expression. */
export function respell(parameter: 'filter' | 'search', from: RegExp, to: string): Alteration {
  return () => (sent, forward) => {
    const text = sent.query.get(parameter)
    if (text === null || !from.test(text)) return forward(sent)
    const query = new URLSearchParams(sent.query)
    query.set(parameter, text.replaceAll(new RegExp(from.source, 'g'), to))
    return forward(sentWith(sent, { query }))
  }
}

/** Returns an empty list for requests that pass the test. */
export function findsNothing(test: (sent: Sent) => boolean): Alteration {
  return when(test, () => async () => answerOf(200, []))
}

/** A request test: the parameter exists and matches the form. */
export function asksLike(parameter: string, form: RegExp): (sent: Sent) => boolean {
  return ({ query }) => query.has(parameter) && form.test(query.get(parameter) ?? '')
}

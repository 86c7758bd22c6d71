/** Steps of servers that break a requirement in another place than a check usually looks. */
import type { Json } from '../../engine/wire/reply.ts'
import { recordBefore } from '../alter/flow.ts'
import { listed } from '../alter/memory.ts'
import { at, changed, has, isObject } from '../alter/path.ts'
import { recordPath } from './routes.ts'
import type { Alteration, Answer, Sent } from '../alter/wire.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'

/** Reads the record of a call before sending it, and passes the record on. */
export function knowing(
  alter: (record: Json, sent: Sent, forward: (sent: Sent) => Promise<Answer>) => Promise<Answer>,
): Alteration {
  return () => async (sent, forward) => alter(await recordBefore(sent, forward), sent, forward)
}

/** Keeps the value that the record has at a path where a write of it leaves that out. */
export function keepsLeftOut(path: string): Alteration {
  return knowing((old, sent, forward) =>
    forward(
      isObject(sent.json) && !has(sent.json, path)
        ? sentWith(sent, { json: changed(sent.json, path, () => at(old, path)) })
        : sent,
    ),
  )
}

/** Finds by `q` what a search finds whose value at this path begins with it, too. */
export function alsoFinds(path: string): Alteration {
  return () => async (sent, forward) => {
    const answer = await forward(sent)
    const word = sent.query.get('q')
    if (word === null || !isSuccess(answer)) return answer
    const found = await forward(
      sentWith(sent, { query: new URLSearchParams({ search: `${path} sw "${word}"` }) }),
    )
    const known = new Set(answer.json.map(({ id }: Json) => String(id)))
    const more = listed(found).filter(({ id }) => !known.has(String(id)))
    return answerWith(answer, { json: [...answer.json, ...more] })
  }
}

/** The path of a user without the part after the id. */
export const userOf = ({ path }: Sent): string => recordPath(path) ?? path

/** Shortens a text to this length. */
export function cut(length: number): (value: Json) => Json {
  return (value) => (typeof value === 'string' ? value.slice(0, length) : value)
}

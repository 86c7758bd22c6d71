/** Wrong refusals: calls that should succeed are refused, or a refusal has a wrong form. */
import type { Json } from '../../engine/wire/reply.ts'
import { speaksOAuth } from '../../engine/wire/routes.ts'
import { type Alteration, type Plain, type Sent, answerOf, answerWith, sentWith } from './wire.ts'
import { answer, replyAfter, reply, status } from './answer.ts'
import { whenRefused, whenSuccess } from './flow.ts'
import { changed, has } from './path.ts'

/** A platform-style error body (Clients, Errors). */
export function platformBody(code: string): Json {
  return { errorCode: code, errorSummary: 'Refused', errorLink: code, errorId: 'oaeMutant', errorCauses: [] }
}

/** An OAuth-style error body (Clients, Errors). */
export function oauthBody(error: string): Json {
  return { error, error_description: 'Refused' }
}

function bodyFor({ path }: Sent, code: string | undefined): Json {
  return speaksOAuth(path) ? oauthBody(code ?? 'invalid_client_metadata') : platformBody(code ?? 'E0000001')
}

/** Refuses in the right format of errors and never asks the server. */
export function refuse(refusedStatus = 400, code?: string): Alteration {
  return reply(refusedStatus, (sent) => bodyFor(sent, code))
}

/** Carries the request out and then answers as if it had refused. */
export function refuseButDo(refusedStatus = 400, code?: string): Alteration {
  return whenSuccess(replyAfter(refusedStatus, (_, sent) => bodyFor(sent, code)))
}

/** Answers success where the server refuses; nothing happens. */
export function acceptInstead(acceptedStatus = 200, json: Plain | ((sent: Sent) => Json) = {}): Alteration {
  return whenRefused(
    replyAfter(acceptedStatus, (_, sent) => (typeof json === 'function' ? json(sent) : json)),
  )
}

/**
 * If the server refuses a body, sends it again with a repaired value (`undefined`: without it). The mutant thus
 * accepts a body that it should refuse; the answer shows the value that was sent.
 */
export function acceptWith(path: string, repair: Plain | ((sent: Json) => Json)): Alteration {
  return whenRefused(() => async (sent, forward) => {
    const refused = await forward(sent)
    if (sent.json === undefined) return refused
    let value: Json
    const json = changed(sent.json, path, (old) => {
      value = old
      return typeof repair === 'function' ? repair(old) : repair
    })
    const accepted = await forward(sentWith(sent, { json }))
    if (!has(sent.json, path) || accepted.json === undefined || accepted.status >= 300) return accepted
    return answerWith(accepted, { json: changed(accepted.json, path, () => value) })
  })
}

/** Refuses as the server does, and carries the request out all the same, with a repaired value (`undefined`: without it). */
export function refuseButWith(path: string, repair: Plain | ((sent: Json) => Json)): Alteration {
  return whenRefused(() => async (sent, forward) => {
    const refused = await forward(sent)
    const json = changed(sent.json, path, (old) => (typeof repair === 'function' ? repair(old) : repair))
    if (sent.json !== undefined) await forward(sentWith(sent, { json }))
    return refused
  })
}

/** Another status for refusals. */
export function wrongStatus(value: number): Alteration {
  return whenRefused(status(value))
}

/** Another code in refusals: `errorCode` and `errorLink`, or `error`. */
export function wrongCode(code: string): Alteration {
  return whenRefused(
    answer((old) => {
      if (typeof old.json !== 'object' || old.json === null) return old
      const codes = 'error' in old.json ? { error: code } : { errorCode: code, errorLink: code }
      return answerWith(old, { json: { ...old.json, ...codes } })
    }),
  )
}

/** The other of the two error bodies, with the same status. */
export function wrongDialect(): Alteration {
  return whenRefused(
    answer((old) => {
      const isOAuth = typeof old.json === 'object' && old.json !== null && 'error' in old.json
      return answerOf(old.status, isOAuth ? platformBody('E0000001') : oauthBody('invalid_request'))
    }),
  )
}

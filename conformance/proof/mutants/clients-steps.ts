/** Steps that mutants of clients share, in addition to those in `alter/`. */
import type { Json } from '../../engine/wire/reply.ts'
import { body } from '../alter/answer.ts'
import { on, recordBefore, whenRefused } from '../alter/flow.ts'
import { isObject } from '../alter/path.ts'
import { goesTo, recordOf } from './routes.ts'
import type { Alteration, Answer, Sent } from '../alter/wire.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'

/** Changes the body of answers to calls of a client of this token_endpoint_auth_method. */
export function whereMethod(method: string, change: (json: Json) => Json): Alteration {
  return body((json) =>
    isObject(json) && json['token_endpoint_auth_method'] === method ? change(json) : json,
  )
}

/** Settings that only the service sets, and that no update may contain. */
const issued = new Set([
  'client_id',
  'client_id_issued_at',
  'client_secret',
  'client_secret_expires_at',
  '_links',
])

/** Refuses an update that leaves settings out, and stores the rest as if it also sent these settings. */
export function refuseButUpdatePartly(): Alteration {
  return whenRefused(() => async (sent, forward) => {
    const answer = await forward(sent)
    const client = Object.entries(Object(await recordBefore(sent, forward)))
    const settings = Object.fromEntries(client.filter(([name]) => !issued.has(name)))
    await forward(sentWith(sent, { json: { ...settings, ...sent.json } }))
    return answer
  })
}

/** Answers newSecret differently for clients that were registered with this token_endpoint_auth_method. */
export function newSecretFor(method: string, answer: (sent: Sent) => Answer): Alteration {
  const isNewSecret = goesTo('newClientSecret')
  const isRegistration = goesTo('registerClient')
  return () => {
    const ids = new Set<string>()
    return async (sent, forward) => {
      if (isNewSecret(sent) && ids.has(recordOf(sent.path) ?? '')) return answer(sent)
      const answered = await forward(sent)
      if (isRegistration(sent) && sent.json?.token_endpoint_auth_method === method)
        ids.add(String(answered.json?.client_id))
      return answered
    }
  }
}

/** newSecret answers the secret from the registration of the client, or from the first newSecret. */
export function sameSecret(of: 'registerClient' | 'newClientSecret'): Alteration {
  return () => {
    const secrets = new Map<string, Json>()
    return async (sent, forward) => {
      const answer = await forward(sent)
      const id = String(answer.json?.client_id)
      if (goesTo(of)(sent) && !secrets.has(id)) secrets.set(id, answer.json?.client_secret)
      if (!goesTo('newClientSecret')(sent) || !isSuccess(answer)) return answer
      return answerWith(answer, { json: { ...answer.json, client_secret: secrets.get(id) } })
    }
  }
}

/** Refuses a registration whose settings, except the name, equal those of an earlier one. */
export function refuseRepeated(refusal: Answer): Alteration {
  return on('registerClient', () => {
    const seen = new Set<string>()
    return async (sent, forward) => {
      const { client_name: _name, ...settings } = Object(sent.json)
      const key = JSON.stringify(settings)
      if (seen.has(key)) return refusal
      seen.add(key)
      return forward(sent)
    }
  })
}

import { appendFileSync } from 'node:fs'
import { pathBelow } from '../../src/handlers/router.ts'
import { Dispatcher } from '../../src/handlers/dispatcher.ts'
import type { WireReply, WireRequest } from '../../src/handlers/wire.ts'
import { openApiDocument } from '../../src/openapi/document.ts'
import type { Vocabulary } from '../../src/contract/vocabulary.ts'
import { OpenApiValidator } from '../support/openapi-validator.ts'

/**
 * Wraps every dispatcher and checks its requests and replies against the OpenAPI document of its organisation. It
 * writes each violation as a line to the file that `OPENAPI_VIOLATIONS` names. No test fails because of it.
 */
const file = process.env['OPENAPI_VIOLATIONS']
const validators = new Map<string, OpenApiValidator>()

function validatorFor({ prefix }: Vocabulary): OpenApiValidator {
  let validator = validators.get(prefix)
  if (!validator) {
    validators.set(prefix, (validator = new OpenApiValidator(openApiDocument({ prefix, aliases: true }))))
  }
  return validator
}

// oxlint-disable-next-line typescript/unbound-method -- called with its own dispatcher below
const { dispatch } = Dispatcher.prototype

/** Starts the check for all dispatchers, or ends it. */
export function holdTraffic(isHeld: boolean): void {
  if (!isHeld) {
    Dispatcher.prototype.dispatch = dispatch
    return
  }
  Dispatcher.prototype.dispatch = function (this: Dispatcher, request: WireRequest) {
    const reply = dispatch.call(this, request)
    if (reply instanceof Promise) {
      return reply.then((late) => {
        note(this, request, late)
        return late
      })
    }
    note(this, request, reply)
    return reply
  }
}

function note({ org }: Dispatcher, request: WireRequest, reply: WireReply): void {
  if (file === undefined || request.method === 'OPTIONS') return
  const path = pathBelow(request.path, org.baseUrl)
  const { method, query, body } = request
  // With some interpretations, requests and replies differ from the API description.
  const { interpretations } = org.settings
  const isLenient = method === 'PUT' && interpretations['client-update-missing'] === 'required-settings'
  if (isLenient || Object.values(interpretations).includes('recorded')) return
  // The service takes a `workFactor` of 0 and a `locale` of null, unlike Users. Only a fault answers 501.
  if (body.includes('"workFactor":0') || body.includes('"locale":null') || reply.status === 501) return
  // Blank cells unset a property (interpretation: profile-empty-texts).
  if (/"(?:secondEmail|profileUrl|countryCode|locale)":""/.test(body)) return
  // In the path, `users` stands where an id would be.
  if (path.startsWith('/api/v1/groups/rules/users')) return
  const exchange = { method, path, query, sent: body, status: reply.status, headers: reply.headers }
  const found = validatorFor(org.vocabulary).violations({ ...exchange, received: reply.body })
  for (const violation of found) appendFileSync(file, `${violation}\n`)
  appendFileSync(`${file}.count`, '.')
}

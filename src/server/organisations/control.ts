import type { Seed } from '../../fixtures/seed/format.ts'
import { readSeed } from '../../fixtures/seed/parse.ts'
import type { WireReply, WireRequest } from '../../handlers/wire.ts'
import { checked } from '../../model/kernel/check-options.ts'
import type { Org } from '../../model/org.ts'
import type { FaceOptions } from '../control-access.ts'
import { failure, failureOf, guarded, json, otherMethod, readInput } from '../control-reply.ts'
import { newOrganisation } from './input.ts'
import { OrganisationRefusal } from './refusal.ts'
import type { Organisations, ServedOrganisation } from './registry.ts'

/**
 * Answers for the organisations of a server: `GET /_orgs` lists them, `POST /_orgs` creates one, `GET /_orgs/{name}`
 * shows one, `DELETE /_orgs/{name}` deletes it.
 *
 * @param own The server's own organisation, whose trusted origins may call.
 * @param name The part of the path after `/_orgs/`; may be empty.
 */
export function answerOrganisations(
  own: Org,
  organisations: Organisations,
  request: WireRequest,
  name: string,
  face: FaceOptions,
): Promise<WireReply> {
  return guarded(own, request, face, () => answer(organisations, request, name, face))
}

async function answer(
  organisations: Organisations,
  request: WireRequest,
  name: string,
  { onError }: FaceOptions,
): Promise<WireReply> {
  const { method } = request
  if (name === '') {
    if (method === 'GET') return json(200, listed(organisations))
    const other = otherMethod(request, ['GET', 'POST'], 'Use GET and POST')
    return other ?? create(organisations, request, (error) => onError?.(error, request))
  }
  const found = organisations.get(name)
  const other = otherMethod(request, ['GET', 'DELETE'], 'Use GET and DELETE')
  if (other) return other
  if (!found)
    return failure(404, 'unknown-organisation', `There is no organisation named ${name.slice(0, 100)}`)
  if (method === 'GET') return json(200, shown(organisations, found))
  organisations.delete(name)
  try {
    await organisations.settled()
  } catch (error) {
    if (!(error instanceof OrganisationRefusal)) throw error
    return failure(error.status, error.code, error.message)
  }
  return { status: 204, headers: { 'Cache-Control': 'no-store' }, body: '' }
}

async function create(
  organisations: Organisations,
  request: WireRequest,
  onError: (error: unknown) => void,
): Promise<WireReply> {
  const { input: given, reply } = readInput(request)
  if (reply) return reply
  const parsed = checked(newOrganisation(), given, { root: 'input', kind: 'field' })
  if ('mistakes' in parsed) return failure(400, 'bad-input', parsed.mistakes.join('; '), parsed.mistakes)
  const { yaml, seed, idSeed, world, ...rest } = parsed.value
  try {
    const read = yaml === undefined ? seed : readSeed(yaml, 'yaml').seed
    const made = await organisations.create({
      ...rest,
      seed: idSeed,
      world: world ?? (read as Seed | undefined),
    })
    const { baseUrl } = made.organisation
    const answer = json(201, shown(organisations, made))
    return { ...answer, headers: { ...answer.headers, Location: baseUrl } }
  } catch (error) {
    if (error instanceof OrganisationRefusal) return failure(error.status, error.code, error.message)
    return failureOf(error, onError)
  }
}

function listed(organisations: Organisations): unknown {
  const { size, max } = organisations
  return { organisations: organisations.list().map((each) => shown(organisations, each)), total: size, max }
}

/** An organisation with its times. */
function shown(organisations: Organisations, served: ServedOrganisation) {
  return {
    ...organisations.shown(served),
    createdAt: new Date(served.createdAt).toISOString(),
    usedAt: new Date(served.usedAt).toISOString(),
  }
}

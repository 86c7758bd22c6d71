import type { z } from 'zod'
import type { Calling } from '../../handlers/cors.ts'
import type { WireReply, WireRequest } from '../../handlers/wire.ts'
import { checked } from '../../model/kernel/check-options.ts'
import type { ControlAccessOptions } from '../control-access.ts'
import { failure, failureOf, guarded, json, otherMethod, readInput } from '../control-reply.ts'
import { newOrganisation } from './input.ts'
import { OrganisationRefusal, unknownOrganisation } from './refusal.ts'
import type { Organisations, ServedOrganisation } from './registry.ts'

/** How to create an organisation, with a seed that was read. */
export type NewOrganisation = Omit<z.output<ReturnType<typeof newOrganisation>>, 'yaml'>

/** Where organisations are: in the memory of a server, or each in an object of a worker. */
export interface Directory {
  /** Absent where nobody can list them. */
  readonly list?: () => WireReply
  /** Undefined for an unknown name. */
  readonly show: (name: string) => Promise<WireReply | undefined>
  readonly create: (input: NewOrganisation) => Promise<WireReply>
  readonly delete: (name: string) => Promise<WireReply | undefined>
}

/**
 * Answers for the organisations of a server or a worker: `GET /_orgs` lists them, `POST /_orgs` creates one, `GET
 * /_orgs/{name}` shows one, `DELETE /_orgs/{name}` deletes it.
 *
 * @param own Whose trusted origins may call.
 * @param name The part of the path after `/_orgs/`; may be empty.
 */
export function answerOrganisations(
  own: Calling,
  directory: Directory,
  request: WireRequest,
  name: string,
  face: ControlAccessOptions,
): Promise<WireReply> {
  return guarded(own, request, face, async () => {
    try {
      return await answer(directory, request, name, face)
    } catch (error) {
      if (error instanceof OrganisationRefusal) return failure(error.status, error.code, error.message)
      return failureOf(error, (fault) => face.onError?.(fault, request))
    }
  })
}

async function answer(
  directory: Directory,
  request: WireRequest,
  name: string,
  { readOnly }: ControlAccessOptions,
): Promise<WireReply> {
  const ofAll = directory.list ? ['GET', 'POST'] : ['POST']
  const methods = name === '' ? ofAll : ['GET', 'DELETE']
  const other = otherMethod(request, methods, `Use ${methods.join(' and ')}`)
  if (other) return other
  const { method } = request
  if (readOnly === true && method !== 'GET') return failure(503, 'read-only-mode', 'This server is read-only')
  if (method === 'POST') return create(directory, request)
  if (name === '') return directory.list!()
  const done = await (method === 'GET' ? directory.show(name) : directory.delete(name))
  return done ?? unknownOrganisation(name)
}

async function create(directory: Directory, request: WireRequest): Promise<WireReply> {
  const { input: given, reply } = readInput(request)
  if (reply) return reply
  const parsed = checked(newOrganisation(), given, { root: 'input', kind: 'field' })
  if ('mistakes' in parsed) return failure(400, 'bad-input', parsed.mistakes.join('; '), parsed.mistakes)
  const { yaml, ...input } = parsed.value
  if (yaml === undefined) return directory.create(input)
  const { readSeed } = await import('../../fixtures/seed/parse.ts')
  return directory.create({ ...input, seed: readSeed(yaml, 'yaml').seed as never })
}

/** The organisations in the memory of a server. */
export function directoryOf(organisations: Organisations): Directory {
  const shown = (served: ServedOrganisation) => ({
    ...organisations.shown(served),
    createdAt: new Date(served.createdAt).toISOString(),
    usedAt: new Date(served.usedAt).toISOString(),
  })
  return {
    list() {
      const { size, max } = organisations
      return json(200, { organisations: organisations.list().map(shown), total: size, max })
    },
    async show(name) {
      const found = organisations.get(name)
      return found && json(200, shown(found))
    },
    async create({ seed, idSeed, dataset, ...rest }) {
      const made = await organisations.create({
        ...rest,
        seed: idSeed,
        dataset: dataset ?? seed,
      })
      return created(shown(made), made.organisation.baseUrl)
    },
    async delete(name) {
      if (!organisations.delete(name)) return undefined
      await organisations.settled()
      return deleted
    },
  }
}

export function created(shown: object, baseUrl: string): WireReply {
  const reply = json(201, shown)
  return { ...reply, headers: { ...reply.headers, Location: baseUrl } }
}

export const deleted: WireReply = { status: 204, headers: { 'Cache-Control': 'no-store' }, body: '' }

import { controlPath } from '../control/index.ts'
import { pathBelow } from '../handlers/base-path.ts'
import type { WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { answerControl } from './control.ts'
import { otherMethod } from './control-reply.ts'
import { answerHealth } from './health.ts'
import type { OpenApiPath } from './openapi.ts'
import type { FaceOptions } from './control-access.ts'
import type { ServerReply } from './reply.ts'
import { answerImage } from './images.ts'
import { answerPage } from '../pages/index.ts'

/** Where the console is served, below the base URL. */
const consolePath = '/_console'

/** Health probes of a supervisor use this short path. */
const healthPath = '/_health'

/** Answers the control plane, pages and images; undefined for requests to the service itself. */
export function answerBeside(
  org: Org,
  request: WireRequest,
  options: FaceOptions,
): undefined | Promise<ServerReply> | ServerReply {
  const path = pathBelow(request.path, org.baseUrl)
  if (path === healthPath) return onlyRead(request, () => answerHealth(org, request, options))
  if (path === controlPath || path.startsWith(`${controlPath}/`)) {
    return answerControl(org, request, path, options)
  }
  if (path === consolePath || path.startsWith(`${consolePath}/`)) {
    return consoleReply(request, path.slice(consolePath.length))
  }
  // Mails contain one-time links: only callers who may use the control plane see them.
  const page = answerPage(org, request, {
    showsMails: options.control === 'open',
    hasConsole: options.control !== 'closed',
  })
  if (page) return page
  if (path === '/openapi.json' || path === '/openapi.yaml') return onlyRead(request, () => openApi(org, path))
  const image = answerImage(path)
  if (!image) return undefined
  const headers = { 'Content-Type': image.contentType, 'Cache-Control': 'public, max-age=86400' }
  return onlyRead(request, () => ({ status: 200, headers, body: image.bytes }))
}

type Answer = Promise<ServerReply> | ServerReply

function onlyRead(request: WireRequest, read: () => Answer): Answer {
  return otherMethod(request, ['GET'], 'Use GET') ?? read()
}

/** Loads the console when somebody first opens it. */
async function consoleReply(request: WireRequest, path: string): Promise<ServerReply> {
  const { answerConsole } = await import('./console.ts')
  return answerConsole(request, path)
}

/** Loads the OpenAPI document on demand: nothing else needs its tables. */
async function openApi(org: Org, path: OpenApiPath): Promise<ServerReply> {
  const { answerOpenApi } = await import('./openapi.ts')
  return answerOpenApi(org, path)
}

import type { Match } from '../handlers/router.ts'
import type { ServedKind } from '../handlers/routes.ts'
import type { WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { answerPage } from '../pages/index.ts'
import { answerControl } from './control.ts'
import { otherMethod } from './control-reply.ts'
import { answerHealth } from './health.ts'
import type { ControlAccessOptions } from './control-access.ts'
import type { ServerReply } from './wire.ts'
import { answerImage } from './images.ts'

/** Answers the control plane, pages and images; undefined for an unknown image. */
export async function answerBuiltIn(
  org: Org,
  request: WireRequest,
  match: Match<ServedKind>,
  options: ControlAccessOptions,
): Promise<ServerReply | undefined> {
  const { target, params, methods } = match
  const { kind, name } = target
  if (kind === 'control') return answerControl(org, request, params?.['action'] ?? '', options)
  if (kind === 'console') {
    // Loads the console when somebody first opens it.
    const { answerConsole } = await import('./console.ts')
    return answerConsole(request, params?.['file'])
  }
  if (kind === 'health' || kind === 'openapi' || kind === 'image') {
    const bytes = kind === 'image' ? answerImage(params?.['name'] ?? name) : undefined
    if (kind === 'image' && !bytes) return undefined
    if (methods) return otherMethod(request, methods, 'Use GET')
    if (kind === 'health') return answerHealth(org, request, options)
    if (bytes) {
      const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' }
      return { status: 200, headers, body: bytes }
    }
    // Loads the OpenAPI document on demand: nothing else needs its tables.
    const { answerOpenApi } = await import('./openapi.ts')
    return answerOpenApi(org, name as 'json' | 'yaml')
  }
  // Mails contain one-time links: only callers who may use the control plane see them.
  return answerPage(org, request, match, {
    showsMails: options.control === 'open',
    hasConsole: options.control !== 'closed',
  })
}

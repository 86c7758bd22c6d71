import { sha256 } from '@noble/hashes/sha2.js'
import type { WireRequest } from '../handlers/wire.ts'
import { equalInConstantTime } from '../model/users/password/constant-time.ts'

/**
 * Who may use the control plane over HTTP: whoever reaches it, nobody, or who sends `Authorization: Bearer` with a
 * token.
 */
export type ControlAccess = 'open' | 'closed' | { readonly token: string }

/** How an organisation is served over HTTP. */
export interface FaceOptions {
  readonly control: ControlAccess
  /** Whether nothing may be changed: writes are refused as the service refuses them in its read-only mode. */
  readonly readOnly?: boolean | undefined
  /** What the server says of itself beside its version and whom it holds. */
  readonly health?: (() => Readonly<Record<string, unknown>>) | undefined
  /** Told of errors that are ours. */
  readonly onError?: ((error: unknown, request: WireRequest) => void) | undefined
}

/** Why a caller may not use the control plane; undefined when it may. */
export function controlRefusal(
  access: ControlAccess,
  request: WireRequest,
): 'control-closed' | 'control-token-required' | undefined {
  if (access === 'open') return undefined
  if (access === 'closed') return 'control-closed'
  const sent = /^Bearer +(\S+) *$/i.exec(request.header('authorization') ?? '')?.[1]
  return sent !== undefined && areEqual(sent, access.token) ? undefined : 'control-token-required'
}

/** Compares digests, which are of one length, so that the time tells nothing. */
function areEqual(one: string, other: string): boolean {
  const encoder = new TextEncoder()
  return equalInConstantTime(sha256(encoder.encode(one)), sha256(encoder.encode(other)))
}

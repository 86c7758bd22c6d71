import { sha256 } from '@noble/hashes/sha2.js'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import { equalInConstantTime } from '../model/users/password/constant-time.ts'

/** Access to the control plane over HTTP: for everyone, for nobody, or with `Authorization: Bearer` and the token. */
export type ControlAccess = 'open' | 'closed' | { readonly token: string }

/** How an organisation is served over HTTP. */
export interface ControlAccessOptions {
  readonly control: ControlAccess
  /** Rejects every change, as the service does in its read-only mode. */
  readonly readOnly?: boolean | undefined
  /** Further facts for the health reply, in addition to the version and the counts. */
  readonly health?: (() => Readonly<Record<string, unknown>>) | undefined
  /** Answers MCP clients at `/_control/mcp`; loaded with their first message. */
  readonly mcp?:
    | ((org: Org, request: WireRequest, options: ControlAccessOptions) => Promise<WireReply>)
    | undefined
  /** Receives each error that is a fault of Identikit. */
  readonly onError?: ((error: unknown, request: WireRequest) => void) | undefined
}

/** Why a caller may not use the control plane; undefined if it may. */
export function controlRefusal(
  access: ControlAccess,
  request: WireRequest,
): 'control-closed' | 'control-token-required' | undefined {
  if (access === 'open') return undefined
  if (access === 'closed') return 'control-closed'
  const sent = /^Bearer +(\S+) *$/i.exec(request.header('authorization') ?? '')?.[1]
  return sent !== undefined && areEqual(sent, access.token) ? undefined : 'control-token-required'
}

/** Compares digests of equal length, so that the time reveals nothing. */
function areEqual(one: string, other: string): boolean {
  const encoder = new TextEncoder()
  return equalInConstantTime(sha256(encoder.encode(one)), sha256(encoder.encode(other)))
}

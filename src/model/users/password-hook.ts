import { boundedFetch, TooLate, within } from '../kernel/bounded-fetch.ts'
import { hookTimeout, type ParsedOrgOptions, type PasswordHook } from '../kernel/org-options.ts'
import type { Uses } from '../kernel/org-service.ts'

/** The question to a password hook. */
export interface HookQuestion {
  readonly userId: string
  readonly login: string
  readonly password: string
}

/** The answer of a password hook: a verdict, or the reason for none. Never contains the password. */
export type HookAnswer =
  | { readonly isRight: boolean }
  | { readonly failure: 'HOOK_NOT_SET' | 'HOOK_FAILED'; readonly message: string }

/** The parts of an organisation that its hook needs. */
type Needs = Uses<'baseUrl' | 'clock' | 'ids' | 'settings' | 'vocabulary'>

type Endpoint = Exclude<ParsedOrgOptions['passwordHook'], string | PasswordHook | undefined>

/** The maximum length of an answer, in bytes. */
const longestAnswer = 65_536

/**
 * Asks whether a password is right (Clients, Events: the one call that the service makes to the outside). For the
 * format see the interpretation password-hook-format.
 */
export async function askPasswordHook(org: Needs, question: HookQuestion): Promise<HookAnswer> {
  const { passwordHook: hook } = org.settings
  if (hook === undefined) {
    return { failure: 'HOOK_NOT_SET', message: 'The option passwordHook is not set' }
  }
  try {
    if (typeof hook === 'function') return await verdictOf(hook, question)
    return await callHook(typeof hook === 'string' ? { url: hook } : hook, org, question)
  } catch (error) {
    // Other errors stay unreported: the error of a function may contain the password.
    if (error instanceof TooLate) return failed(error.message)
    return failed(typeof hook === 'function' ? 'The function threw' : 'The hook could not be reached')
  }
}

async function verdictOf(hook: PasswordHook, question: HookQuestion): Promise<HookAnswer> {
  const isRight: unknown = await within(hookTimeout, Promise.resolve(hook(question)))
  return typeof isRight === 'boolean' ? { isRight } : failed('The function answered neither true nor false')
}

async function callHook(
  { url, headers = {}, timeout = hookTimeout }: Endpoint,
  org: Needs,
  question: HookQuestion,
): Promise<HookAnswer> {
  const init = {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(hookRequest(org, question)),
    // A password goes only to the configured address.
    redirect: 'error',
  } as const
  const { status, text } = await boundedFetch(url, init, { timeout, longest: longestAnswer })
  if (status < 200 || status > 299) return failed(`The hook answered ${status}`)
  if (text === undefined) return failed('The hook answered more than is read')
  if (status === 204 || text.trim() === '') return { isRight: false }
  return readVerdict(text)
}

/** The request body for the hook. */
function hookRequest(
  { baseUrl, clock, ids, vocabulary }: Needs,
  { userId, login, password }: HookQuestion,
): Record<string, unknown> {
  return {
    eventId: ids.token(24),
    eventTime: clock.iso(),
    eventType: `com.${vocabulary.prefix}.user.credential.password.import`,
    eventTypeVersion: '1.0',
    cloudEventsVersion: '0.1',
    contentType: 'application/json',
    source: `${baseUrl}/api/v1/users/${userId}`,
    data: {
      context: { credential: { username: login, password } },
      action: { credential: 'UNVERIFIED' },
    },
  }
}

/** The verdict of an answer: that of the last command with one. Without any, the password is wrong. */
function readVerdict(text: string): HookAnswer {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return failed('The hook answered what is not JSON')
  }
  const commands = (body as { readonly commands?: unknown } | null)?.commands ?? []
  if (!Array.isArray(commands)) return failed('commands: expected an array')
  const verdicts = commands.flatMap((command: unknown) => credentialOf(command) ?? [])
  const verdict = verdicts.at(-1)
  if (verdict === undefined) return { isRight: false }
  if (verdict === 'VERIFIED' || verdict === 'UNVERIFIED') return { isRight: verdict === 'VERIFIED' }
  return failed('commands: value.credential is neither VERIFIED nor UNVERIFIED')
}

function credentialOf(command: unknown): unknown {
  return (command as { readonly value?: { readonly credential?: unknown } } | null)?.value?.credential
}

function failed(message: string): HookAnswer {
  return { failure: 'HOOK_FAILED', message }
}

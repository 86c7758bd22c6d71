import { z } from 'zod'
import { saysGot } from '../../contract/errors/mistakes.ts'
import { isFramingHeader, isHeaderName, isHeaderValue } from '../../contract/formats/header.ts'
import { once } from '../../contract/once.ts'
import { checkOptions } from '../../model/kernel/check-options.ts'
import { durationSchema } from '../../model/kernel/duration-schema.ts'
import { decodeBase64 } from '../../model/users/password/base64.ts'
import { isPattern, patternProblem } from '../events/event-log.ts'

/** How a webhook is set up: by an option, the command line, a configuration file or the control plane. */
export const webhookInput = once(() =>
  z
    .strictObject({
      url: z
        .string()
        .refine(isReceiver, { error: 'expected an http or https URL without a user name and a password' })
        .describe('URL that receives the events by POST'),
      secret: z
        .string()
        .refine(isSecret, { error: 'expected whsec_ and then 24 to 64 bytes in base64' })
        .optional()
        .describe('Signs the messages (Standard Webhooks): whsec_ and 24 to 64 bytes in base64'),
      format: z
        .enum(['standard-webhooks', 'event-hook'])
        .optional()
        .describe('event-hook: as the service sends them, after its receiver answered a challenge'),
      header: z
        .strictObject({
          name: z
            .string()
            .refine(isFreeHeader, { error: 'expected the name of a header that is not set anyway' }),
          value: z.string().refine(isHeaderValue, { error: 'expected a text that a header can hold' }),
        })
        .optional()
        .describe('A header of every message, such as Authorization'),
      types: z
        .array(z.string().refine(isPattern, { error: ({ input }) => patternProblem(input), params: saysGot }))
        .min(1)
        .optional()
        .describe('Events that are sent: user.suspended, group.*. Default: all'),
      timeout: time().optional().describe('How long the receiver may take. Default 5 s'),
      attempts: count(100).optional().describe('Attempts before events are dropped. Default 8'),
      retryDelay: time()
        .optional()
        .describe('Time before the second attempt; it doubles, up to a minute. Default 500 ms'),
      queue: count(100_000)
        .optional()
        .describe('Events that can wait; of more the oldest are dropped. Default 1,000'),
    })
    .refine(({ secret, format }) => secret !== undefined || format === 'event-hook', {
      error: 'expected a secret: whsec_ and then 24 to 64 bytes in base64',
      path: ['secret'],
    }),
)

/** A webhook as it was read; durations are milliseconds. */
export type WebhookSettings = z.output<ReturnType<typeof webhookInput>>

/** A webhook as it is given; durations are milliseconds, or texts such as `5s`. */
export type WebhookOptions = z.input<ReturnType<typeof webhookInput>>

/** @throws TypeError that lists every mistake, without the secret. */
export function readWebhook(webhook: unknown): WebhookSettings {
  return checkOptions(z.strictObject({ webhook: webhookInput() }), { webhook }).webhook
}

function isFreeHeader(name: string): boolean {
  return isHeaderName(name) && !isFramingHeader(name) && !/^(?:content-type|webhook-.*)$/i.test(name)
}

function time() {
  return durationSchema({ least: 1, max: 600_000, error: 'expected more than 0, and at most 10 minutes' })
}

function count(max: number) {
  return z.int().min(1).max(max)
}

/** An engine does not call a URL with a password in it. */
function isReceiver(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

function isSecret(text: string): boolean {
  const { length = 0 } = decodeBase64(/^whsec_(.*)$/.exec(text)?.[1] ?? '') ?? {}
  return length >= 24 && length <= 64
}

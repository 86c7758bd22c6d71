import { z } from 'zod'
import { refuse } from '../../contract/errors/refusal.ts'
import { defineAction } from '../action.ts'
import { webhookInput } from './input.ts'
import { startWebhook, webhookOf } from './of-org.ts'
import type { Delivery, WebhookState } from './delivery.ts'

const none = { state: 'none', deliveries: [] } as const

/** The webhook with its last 100 messages, oldest first. */
type ReadWebhook = WebhookState & { readonly deliveries: readonly Delivery[] }

export const webhookActions = {
  setWebhook: defineAction({
    input: webhookInput,
    async run(org, input): Promise<WebhookState> {
      const webhook = await startWebhook(org, input)
      await webhook.verify()
      return webhook.state
    },
  }),
  readWebhook: defineAction({
    reads: true,
    async run(org): Promise<ReadWebhook | typeof none> {
      const webhook = await webhookOf(org)
      return webhook ? { ...webhook.state, deliveries: webhook.deliveries } : none
    },
  }),
  resendDelivery: defineAction({
    input: () => z.strictObject({ id: z.string() }),
    run: async (org, { id }): Promise<Delivery> =>
      (await webhookOf(org))?.sendAgain(id) ??
      refuse('form', {
        at: 'id',
        expected: 'one of the last 100 messages',
        advice: 'readWebhook lists them',
      }),
  }),
}

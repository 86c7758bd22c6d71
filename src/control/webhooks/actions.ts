import { z } from 'zod'
import { refuse } from '../../contract/errors/refusal.ts'
import { defineAction } from '../action.ts'
import { webhookInput } from './input.ts'
import { startWebhook, stopWebhook, webhookOf } from './of-org.ts'
import type { Delivery, WebhookState } from './delivery.ts'

const none = { state: 'none' } as const

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
    run: async (org): Promise<WebhookState | typeof none> => (await webhookOf(org))?.state ?? none,
  }),
  removeWebhook: defineAction({
    run: async (org) => ({ removed: await stopWebhook(org) }),
  }),
  listDeliveries: defineAction({
    reads: true,
    run: async (org) => (await webhookOf(org))?.deliveries ?? [],
  }),
  resendDelivery: defineAction({
    input: () => z.strictObject({ id: z.string() }),
    run: async (org, { id }): Promise<Delivery> =>
      (await webhookOf(org))?.sendAgain(id) ??
      refuse('form', {
        at: 'id',
        expected: 'one of the last 100 messages',
        advice: 'listDeliveries lists them',
      }),
  }),
}

import { z } from 'zod'
import { refuseInput } from '../../contract/errors.ts'
import { defineAction } from '../action.ts'
import { webhookInput } from './input.ts'
import { startWebhook, stopWebhook, webhookOf } from './of-org.ts'
import type { Delivery, WebhookState } from './webhook.ts'

const none = { state: 'none' } as const

export const webhookActions = {
  setWebhook: defineAction({
    summary:
      'Send events to a URL from now on, in signed batches (Standard Webhooks), in place of the URL before',
    input: webhookInput,
    run: async (org, input): Promise<WebhookState> => (await startWebhook(org, input)).state,
  }),
  readWebhook: defineAction({
    summary:
      'Show the webhook without its secret: its state, and how many events wait, arrived or were dropped',
    reads: true,
    input: () => z.strictObject({}),
    run: async (org): Promise<WebhookState | typeof none> => (await webhookOf(org))?.state ?? none,
  }),
  removeWebhook: defineAction({
    summary: 'Send no more events; returns whether a webhook was set',
    input: () => z.strictObject({}),
    run: async (org) => ({ removed: await stopWebhook(org) }),
  }),
  listDeliveries: defineAction({
    summary: 'List the last 100 messages of the webhook, oldest first, with every attempt to deliver them',
    reads: true,
    input: () => z.strictObject({}),
    run: async (org) => (await webhookOf(org))?.deliveries ?? [],
  }),
  resendDelivery: defineAction({
    summary:
      'Send a message of the webhook again now, under the id that it has; returns it as listDeliveries does',
    input: () => z.strictObject({ id: z.string().describe('Id of the message: msg_…') }),
    run: async (org, { id }): Promise<Delivery> =>
      (await webhookOf(org))?.sendAgain(id) ??
      refuseInput('id', [
        'id: expected one of the last 100 messages of the webhook; listDeliveries lists them',
      ]),
  }),
}

import type { Org } from '../../model/org.ts'
import type { WebhookSettings } from './input.ts'
import type { Webhook } from './webhook.ts'

/** The webhook of each organisation that has one. It is not part of the state: no file, copy or export has it. */
const webhooks = new WeakMap<Org, Promise<Webhook>>()

/** Sends the events of an organisation from now on, and replaces its earlier webhook. */
export function startWebhook(org: Org, settings: WebhookSettings): Promise<Webhook> {
  const { last } = org.traffic.recorder
  const before = webhooks.get(org)
  const started = import('./webhook.ts').then(async ({ Webhook }) => {
    ;(await before)?.stop()
    return new Webhook(org, settings, last)
  })
  webhooks.set(org, started)
  return started
}

/** The webhook of an organisation, if it has one. */
export function webhookOf(org: Org): Promise<Webhook> | undefined {
  return webhooks.get(org)
}

/** Sends no more events, and cancels the current attempt. Returns whether there was a webhook. */
export function stopWebhook(org: Org): boolean {
  void webhooks.get(org)?.then((webhook) => webhook.stop())
  return webhooks.delete(org)
}

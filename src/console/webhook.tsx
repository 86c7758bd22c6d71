import type { JSX } from 'preact'
import type { Delivery } from '../control/webhooks/delivery.ts'
import type { Backend } from './backend.ts'
import { counted } from '../contract/formats/counted.ts'
import { ListPage } from './list-page.tsx'
import { Badge } from './parts.tsx'
import { When } from './time.tsx'
import { usePolled, useReach } from './reach.ts'
import { Does } from './form.tsx'
import { type Column, stepColumn } from './column.tsx'

/** The webhook, and its sent messages, newest first. */
export function Webhook(): JSX.Element {
  const { backend } = useReach()
  const loaded = usePolled(() => backend.control('readWebhook'))
  const { value: webhook } = loaded
  const isSet = webhook !== undefined && webhook.state !== 'none'
  return (
    <ListPage
      label="Deliveries"
      steps={[
        isSet && {
          text: 'Remove the webhook',
          sure: 'Remove the webhook: sure?',
          done: 'The webhook is removed',
          run: () => backend.control('remove', { kind: 'webhook' }),
        },
        <Does
          title="Set a webhook"
          icon="add"
          lead
          action="setWebhook"
          first={['secret', 'types']}
          done="The webhook is set"
        />,
      ]}
      rows={isSet ? webhook.deliveries.toReversed() : []}
      loaded={loaded}
      keyOf={({ id }) => id}
      empty={
        isSet
          ? 'No message was sent yet. The next event is sent here.'
          : 'No webhook is set: events are sent nowhere.'
      }
      columns={columnsFor(backend)}
    >
      {isSet && (
        <>
          <p>
            <Badge>{webhook.state}</Badge> <code>{webhook.url}</code>
          </p>
          <p class="faint">
            {counted(webhook.delivered, 'event')} delivered, {webhook.queued} waiting, {webhook.dropped}{' '}
            dropped. Sends {webhook.types.includes('*') ? 'every event' : webhook.types.join(', ')}.
          </p>
        </>
      )}
    </ListPage>
  )
}

const columnsFor = ({ control }: Backend): readonly Column<Delivery>[] => [
  { title: 'Message', cell: ({ id }) => <code>{id}</code>, isSecondary: true },
  { title: 'Events', cell: ({ events }) => events, width: '80px', isSecondary: true },
  { title: 'State', cell: ({ state }) => <Badge>{state}</Badge>, width: '112px' },
  { title: 'Attempts', cell: ({ attempts }) => attempts.length, width: '96px', isSecondary: true },
  {
    title: 'Last answer',
    cell: ({ attempts }) => {
      const last = attempts.at(-1)
      return last === undefined ? 'none yet' : <span title={last.at}>{last.status ?? last.error}</span>
    },
    width: '128px',
  },
  {
    title: 'Next attempt',
    cell: ({ nextAttemptAt }) =>
      nextAttemptAt === undefined ? <span class="faint">none</span> : <When at={nextAttemptAt} isTimeOnly />,
    width: '144px',
    isSecondary: true,
  },
  stepColumn('Send', '136px', ({ id }) => [
    { text: 'Send again', about: id, done: 'Sent again', run: () => control('resendDelivery', { id }) },
  ]),
]

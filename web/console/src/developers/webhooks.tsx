import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { timeAgo } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Problem } from '../ui/problem.tsx'
import { Secret } from '../ui/secret.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useAction } from '../ui/use-action.ts'

type Row = components['schemas']['Webhook']

export const webhookTone: Record<Row['status'], Tone> = { active: 'good', paused: 'calm', disabled: 'bad' }

const columns: Column<Row>[] = [
  {
    title: text('webhook.url'),
    cell: ({ id, url }) => (
      <a href={pathTo(`/developers/webhooks/${id}`)} class="cut">
        {url}
      </a>
    ),
  },
  {
    title: text('webhook.status'),
    cell: ({ status, failureStage }) => (
      <>
        <Badge tone={webhookTone[status]}>{wordFor('webhook', status)}</Badge>{' '}
        {failureStage !== 'none' && <Badge tone="bad">{wordFor('failureStage', failureStage)}</Badge>}
      </>
    ),
  },
  { title: text('webhook.events'), cell: ({ events }) => events.join(', ') },
  { title: text('webhook.last'), cell: ({ lastDeliveredAt }) => timeAgo(lastDeliveredAt) },
]

function NewWebhook({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState('*')
  const create = useAction(
    (body: components['schemas']['WebhookCreateBody']) => answerOf(client.POST('/v1/webhooks', { body })),
    { onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] }) },
  )
  return (
    <Dialog title={text('webhook.new')} kind="side" onClose={onClose}>
      {create.data === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!create.isPending)
              create.mutate({ url, events: events.split(/[\s,]+/).filter(Boolean) as never })
          }}
        >
          <label class="field">
            <span>{text('webhook.url')}</span>
            <input type="url" required value={url} onInput={(event) => setUrl(event.currentTarget.value)} />
          </label>
          <label class="field">
            <span>{text('webhook.events')}</span>
            <input required value={events} onInput={(event) => setEvents(event.currentTarget.value)} />
          </label>
          <p class="soft small">{text('webhook.eventsHelp')}</p>
          {create.error !== null && <Problem error={create.error} />}
          <button class="main" aria-disabled={create.isPending}>
            {create.isPending ? text('busy') : text('webhook.create')}
          </button>
        </form>
      ) : (
        <>
          <Secret label={text('webhook.secret')} value={create.data.secret} />
          <a class="button main" href={pathTo(`/developers/webhooks/${create.data.id}`)}>
            {text('webhook.open')}
          </a>
        </>
      )}
    </Dialog>
  )
}

export function Webhooks() {
  const [isNew, setNew] = useState(false)
  return (
    <>
      {useMayWrite() && (
        <p>
          <button type="button" class="main" onClick={() => setNew(true)}>
            {text('webhook.new')}
          </button>
        </p>
      )}
      <PagedList
        queryKey={['webhooks', 'list']}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/webhooks', {
              params: { query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
              signal,
            }),
          )
        }
        refetchMs={15_000}
        empty={
          <Empty title={text('webhook.none')}>
            <p>{text('webhook.noneLead')}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table caption={text('dev.webhooks')} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedList>
      {isNew && <NewWebhook onClose={() => setNew(false)} />}
    </>
  )
}

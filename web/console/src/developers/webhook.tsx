/** One webhook: its state, a test, and every delivery with what was sent and what came back. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { useAddressState } from '../ui/address-state.ts'
import { Badge } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Json } from '../ui/json.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { webhookTone } from './webhooks.tsx'

type Row = components['schemas']['WebhookDelivery']

const outcomes = ['all', 'success', 'failure'] as const
const dayMs = 86_400_000

const refresh = (id: string) => {
  void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
  void queryClient.invalidateQueries({ queryKey: ['deliveries', id] })
}

function Delivery({ id, deliveryId, onClose }: { id: string; deliveryId: string; onClose: () => void }) {
  const mayWrite = useMayWrite()
  const path = { id, deliveryId }
  const query = useQuery({
    queryKey: ['deliveries', id, deliveryId],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/webhooks/{id}/deliveries/{deliveryId}', { params: { path }, signal })),
  })
  return (
    <Dialog title={text('delivery.title')} kind="side" onClose={onClose}>
      <Loaded query={query}>
        {(delivery) => (
          <>
            <Facts
              facts={[
                [text('delivery.event'), <code>{delivery.eventType}</code>],
                [text('delivery.status'), delivery.statusCode ?? delivery.errorMessage ?? '–'],
                [
                  text('delivery.took'),
                  delivery.responseTimeMs === null ? '–' : `${delivery.responseTimeMs} ms`,
                ],
                [text('delivery.attempt'), delivery.attempt],
                [text('delivery.at'), moment(delivery.createdAt)],
              ]}
            />
            {mayWrite && (
              <ActionButton
                run={() =>
                  answerOf(
                    client.POST('/v1/webhooks/{id}/deliveries/{deliveryId}/replay', {
                      params: { path },
                      body: { force: true },
                    }),
                  )
                }
                onDone={() => {
                  notify(text('delivery.replayed'))
                  refresh(id)
                }}
              >
                {text('delivery.replay')}
              </ActionButton>
            )}
            <h3>{text('delivery.payload')}</h3>
            <Json label={text('delivery.payload')} value={delivery.payload} />
            <h3>{text('delivery.sentHeaders')}</h3>
            <Json label={text('delivery.sentHeaders')} value={delivery.requestHeaders} />
            <h3>{text('delivery.answer')}</h3>
            <Json label={text('delivery.answer')} value={delivery.responseBody ?? '–'} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function Deliveries({ id }: { id: string }) {
  const [chosen, setOutcome] = useAddressState('outcome')
  const outcome = outcomes.find((known) => known === chosen) ?? 'all'
  const [open, setOpen] = useState<string | null>(null)
  const columns: Column<Row>[] = [
    {
      title: text('delivery.event'),
      cell: (row) => (
        <button type="button" class="link" onClick={() => setOpen(row.id)}>
          {row.eventType}
        </button>
      ),
    },
    {
      title: text('delivery.status'),
      cell: ({ success, statusCode, errorMessage }) => (
        <>
          <Badge tone={success ? 'good' : 'bad'}>{text(success ? 'delivery.ok' : 'delivery.failed')}</Badge>{' '}
          {statusCode ?? errorMessage}
        </>
      ),
    },
    { title: text('delivery.attempt'), isNumber: true, cell: ({ attempt }) => attempt },
    {
      title: text('delivery.took'),
      isNumber: true,
      cell: ({ responseTimeMs }) => (responseTimeMs === null ? '–' : `${responseTimeMs} ms`),
    },
    { title: text('delivery.at'), cell: ({ createdAt }) => timeAgo(createdAt) },
  ]
  return (
    <>
      <search class="filters">
        <Select
          label={text('delivery.show')}
          value={outcome}
          onChange={setOutcome}
          options={outcomes.map((value) => ({ value, label: wordFor('outcome', value) }))}
        />
      </search>
      <PagedList
        queryKey={['deliveries', id, outcome]}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/webhooks/{id}/deliveries', {
              params: {
                path: { id },
                query: { status: outcome, limit: 50, ...(cursor === undefined ? {} : { cursor }) },
              },
              signal,
            }),
          )
        }
        refetchMs={5_000}
        empty={<p class="soft">{text('delivery.none')}</p>}
      >
        {(rows) => (
          <Table caption={text('delivery.list')} columns={columns} rows={rows} keyOf={(row) => row.id} />
        )}
      </PagedList>
      {open !== null && <Delivery id={id} deliveryId={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function Actions({ id, status }: { id: string; status: 'active' | 'paused' | 'disabled' }) {
  const path = { id }
  const done = (words: string) => () => {
    notify(words)
    refresh(id)
  }
  const next = status === 'active' ? 'paused' : 'active'
  return (
    <div class="actions">
      <ActionButton
        run={() => answerOf(client.POST('/v1/webhooks/{id}/ping', { params: { path } }))}
        onDone={done(text('webhook.pinged'))}
      >
        {text('webhook.ping')}
      </ActionButton>
      <ActionButton
        run={() => answerOf(client.PATCH('/v1/webhooks/{id}', { params: { path }, body: { status: next } }))}
        onDone={done(text(status === 'active' ? 'webhook.pausedNow' : 'webhook.resumed'))}
      >
        {text(status === 'active' ? 'webhook.pause' : 'webhook.resume')}
      </ActionButton>
      <ActionButton
        run={() =>
          answerOf(
            client.POST('/v1/webhooks/{id}/recover', {
              params: { path },
              body: { since: new Date(Date.now() - dayMs).toISOString() },
            }),
          )
        }
        onDone={done(text('webhook.recovered'))}
      >
        {text('webhook.recover')}
      </ActionButton>
    </div>
  )
}

export function Webhook({ id }: { id: string }) {
  const mayWrite = useMayWrite()
  const query = useQuery({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => answerOf(client.GET('/v1/webhooks/{id}', { params: { path: { id } }, signal })),
    refetchInterval: 10_000,
  })
  return (
    <>
      <Loaded query={query}>
        {({ url, status, events, secretMasked, consecutiveFailures, lastSuccessAt, disabledReason }) => (
          <section class="card">
            <h2 class="cut">{url}</h2>
            <Facts
              facts={[
                [
                  text('webhook.status'),
                  <Badge tone={webhookTone[status]}>{wordFor('webhook', status)}</Badge>,
                ],
                [text('webhook.events'), events.join(', ')],
                [text('webhook.secretShort'), <code>{secretMasked}</code>],
                [text('webhook.failures'), consecutiveFailures],
                [text('webhook.lastSuccess'), timeAgo(lastSuccessAt)],
                ...(disabledReason === null
                  ? []
                  : [[text('webhook.why'), wordFor('disabled', disabledReason)] as const]),
              ]}
            />
            {mayWrite && <Actions id={id} status={status} />}
          </section>
        )}
      </Loaded>
      <h2>{text('delivery.list')}</h2>
      <Deliveries id={id} />
    </>
  )
}

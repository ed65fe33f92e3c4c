/** One connected account: how fresh it is, what was read and what failed, and what may be written to it. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { useLocation, useRoute } from 'preact-iso'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Screen } from '../ui/screen.tsx'
import { Table, type Column } from '../ui/table.tsx'

type Run = components['schemas']['SyncRun']
type Failure = components['schemas']['SyncFailure']

const runTone: Record<Run['state'], Tone> = {
  running: 'calm',
  completed: 'good',
  partial: 'warn',
  failed: 'bad',
  abandoned: 'warn',
}

const runColumns: Column<Run>[] = [
  { title: text('run.kind'), cell: ({ kind }) => wordFor('run', kind) },
  {
    title: text('run.state'),
    cell: ({ state }) => <Badge tone={runTone[state]}>{wordFor('runState', state)}</Badge>,
  },
  { title: text('run.started'), cell: ({ started_at }) => moment(started_at) },
  {
    title: text('run.read'),
    cell: ({ entities }) => (
      <ul class="plain">
        {entities.map(({ entity, seen, expected, failed }) => (
          <li key={entity}>
            {wordFor('entity', entity)}: {count(seen)}
            {expected !== null && ` / ${count(expected)}`}
            {failed > 0 && <Badge tone="bad">{text('run.failed', { count: failed })}</Badge>}
          </li>
        ))}
      </ul>
    ),
  },
  { title: text('run.calls'), isNumber: true, cell: ({ upstream_calls }) => count(upstream_calls) },
]

const failureColumns: Column<Failure>[] = [
  {
    title: text('failure.record'),
    cell: ({ entity, external_id }) => `${wordFor('entity', entity)} ${external_id}`,
  },
  {
    title: text('failure.what'),
    cell: ({ message, severity, excerpt }) => (
      <>
        <Badge tone={severity === 'failure' ? 'bad' : 'warn'}>{wordFor('severity', severity)}</Badge>{' '}
        {message}
        {excerpt !== null && (
          <details>
            <summary>{text('failure.excerpt')}</summary>
            <pre>{excerpt}</pre>
          </details>
        )}
      </>
    ),
  },
  { title: text('failure.since'), cell: ({ first_at }) => timeAgo(first_at) },
]

function Health({ provider, id }: { provider: string; id: string }) {
  const query = useQuery({
    queryKey: ['connect', provider, id],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/connect/{provider}', {
          params: { path: { provider }, header: { 'X-Account-Id': id } },
          signal,
        }),
      ),
    refetchInterval: 10_000,
  })
  return (
    <Loaded query={query}>
      {({ status, dataFreshness, import: progress, action, accessTrouble, createdAt, externalAccountId }) => (
        <div class="cards">
          <section class="card">
            <h2>{text('account.health')}</h2>
            {action != null && <p class="notice warn">{action.message}</p>}
            {accessTrouble != null && <p class="notice bad">{accessTrouble.message}</p>}
            <Facts
              facts={[
                [text('account.status'), wordFor('connection', status)],
                [text('account.id'), externalAccountId ?? '–'],
                [text('account.since'), moment(createdAt)],
                ...(dataFreshness === undefined
                  ? []
                  : ([
                      [text('account.fresh'), timeAgo(dataFreshness.lastSyncedAt)],
                      [
                        text('account.stale'),
                        dataFreshness.stale ? (
                          <Badge tone="bad">{dataFreshness.reason ?? text('yes')}</Badge>
                        ) : (
                          <Badge tone="good">{text('no')}</Badge>
                        ),
                      ],
                    ] as const)),
              ]}
            />
          </section>
          {progress != null && (
            <section class="card">
              <h2>{text('account.import')}</h2>
              <p>
                <Badge
                  tone={
                    progress.status === 'completed' ? 'good' : progress.status === 'failed' ? 'bad' : 'calm'
                  }
                >
                  {wordFor('import', progress.status)}
                </Badge>{' '}
                {progress.estimatedEndAt !== null && progress.finishedAt === null && (
                  <span class="soft">{text('account.ready', { ago: timeAgo(progress.estimatedEndAt) })}</span>
                )}
              </p>
              <ul class="rows">
                {progress.results.map(({ entityType, processed, expected }) => (
                  <li key={entityType}>
                    <span>{wordFor('entity', entityType)}</span>
                    {expected !== null && (
                      <progress
                        max={Math.max(1, expected)}
                        value={Math.min(processed, expected)}
                        aria-label={wordFor('entity', entityType)}
                      />
                    )}
                    <span class="soft">
                      {count(processed)}
                      {expected !== null && ` / ${count(expected)}`}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Proof id={id} />
        </div>
      )}
    </Loaded>
  )
}

function Proof({ id }: { id: string }) {
  const mayWrite = useMayWrite()
  const query = useQuery({
    queryKey: ['reconciliation', id],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/connections/{id}/reconciliation', { params: { path: { id } }, signal })),
  })
  return (
    <section class="card">
      <h2>{text('proof.title')}</h2>
      <Loaded query={query}>
        {({ latest, last_proven_at, next_at }) => (
          <>
            <Facts
              facts={[
                [
                  text('proof.proven'),
                  last_proven_at === null ? text('proof.never') : timeAgo(last_proven_at),
                ],
                ...(latest === null
                  ? []
                  : ([
                      [text('proof.compared'), count(latest.stays_compared)],
                      [text('proof.drifted'), count(latest.stays_drifted)],
                      [text('proof.mended'), count(latest.stays_mended)],
                    ] as const)),
                ...(next_at === null ? [] : [[text('proof.next'), moment(next_at)] as const]),
              ]}
            />
            {mayWrite && (
              <ActionButton
                run={() =>
                  answerOf(client.POST('/v1/connections/{id}/reconciliation', { params: { path: { id } } }))
                }
                onDone={() => {
                  notify(text('proof.queued'))
                  void query.refetch()
                }}
              >
                {text('proof.now')}
              </ActionButton>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Disconnect({ provider, id, onClose }: { provider: string; id: string; onClose: () => void }) {
  const { route } = useLocation()
  return (
    <Dialog title={text('account.disconnectTitle')} onClose={onClose}>
      <p>{text('account.disconnectLead', { system: wordFor('provider', provider) })}</p>
      <div class="actions">
        <ActionButton
          kind="danger"
          run={() =>
            answerOf(
              client.DELETE('/v1/connect/{provider}', {
                params: { path: { provider }, header: { 'X-Account-Id': id } },
              }),
            )
          }
          onDone={() => {
            notify(text('account.disconnected'))
            void queryClient.invalidateQueries({ queryKey: ['connect'] })
            route(pathTo('/accounts'))
          }}
        >
          {text('account.disconnect')}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('account.keep')}
        </button>
      </div>
    </Dialog>
  )
}

export default function Account() {
  const { provider = '', id = '' } = useRoute().params
  const mayWrite = useMayWrite()
  const [isLeaving, setLeaving] = useState(false)
  const page = (cursor: string | undefined) => ({ limit: 20, ...(cursor === undefined ? {} : { cursor }) })
  return (
    <Screen
      title={wordFor('provider', provider)}
      actions={
        mayWrite && (
          <button type="button" class="second" onClick={() => setLeaving(true)}>
            {text('account.disconnect')}
          </button>
        )
      }
    >
      <Health provider={provider} id={id} />
      <h2>{text('failure.title')}</h2>
      <PagedList
        queryKey={['failures', id]}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/connections/{id}/failures', {
              params: { path: { id }, query: page(cursor) },
              signal,
            }),
          )
        }
        empty={<p class="soft">{text('failure.none')}</p>}
      >
        {(rows) => (
          <Table
            caption={text('failure.title')}
            columns={failureColumns}
            rows={rows}
            keyOf={(row) => row.id}
          />
        )}
      </PagedList>
      <h2>{text('run.title')}</h2>
      <PagedList
        queryKey={['runs', id]}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/connections/{id}/runs', {
              params: { path: { id }, query: page(cursor) },
              signal,
            }),
          )
        }
        refetchMs={10_000}
        empty={<p class="soft">{text('run.none')}</p>}
      >
        {(rows) => (
          <Table caption={text('run.title')} columns={runColumns} rows={rows} keyOf={(row) => row.id} />
        )}
      </PagedList>
      {isLeaving && <Disconnect provider={provider} id={id} onClose={() => setLeaving(false)} />}
    </Screen>
  )
}

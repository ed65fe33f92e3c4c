/** Step 2: what the old system gave, how far reading it is, and what was kept aside. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { ConnectLink } from './create-step.tsx'
import { FillFromFile, isFilledFromFile } from './fill-from-file.tsx'
import { inMigration, refreshMigrations } from './migration-api.ts'
import type { Migration } from './steps.ts'

type Connection = Migration['connections'][number]
type Failure = components['schemas']['SyncFailure']
type ImportEntity = NonNullable<components['schemas']['ImportBody']['entities']>[number]

const importTone: Record<NonNullable<Connection['import']>['status'], Tone> = {
  running: 'calm',
  completed: 'good',
  failed: 'bad',
}

/** What the provider says there is, beside what came; only while an import runs. */
function Progress({ id, connectionId }: { id: string; connectionId: string }) {
  const { data } = useQuery({
    queryKey: ['migrations', id, 'runs', connectionId],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/connections/{id}/runs', {
          params: { path: { id: connectionId }, query: { limit: 1 }, ...inMigration(id) },
          signal,
        }),
      ),
    refetchInterval: 2_000,
  })
  const run = data?.data[0]
  if (run === undefined) return <p class="soft">{text('move.starting')}</p>
  return (
    <>
      <ul class="rows">
        {run.entities.map(({ entity, seen, expected, done }) => (
          <li key={entity} class="progress-row">
            <span>{wordFor('entity', entity)}</span>
            <progress
              {...(expected === null && !done
                ? {}
                : { max: Math.max(1, expected ?? seen), value: done ? Math.max(1, expected ?? seen) : seen })}
              aria-label={wordFor('entity', entity)}
            />
            <span class="soft">
              {expected === null
                ? count(seen)
                : text('list.of', { shown: count(seen), total: count(expected) })}
            </span>
          </li>
        ))}
      </ul>
      {run.estimated_end_at !== null && (
        <p class="soft">{text('account.ready', { ago: timeAgo(run.estimated_end_at) })}</p>
      )}
      <p class="soft">{text('move.leave')}</p>
    </>
  )
}

const failureColumns: Column<Failure>[] = [
  {
    title: text('failure.record'),
    cell: ({ entity, external_id }) => `${wordFor('entity', entity)} ${external_id}`,
  },
  {
    title: text('failure.what'),
    cell: ({ message, severity }) => (
      <>
        <Badge tone={severity === 'failure' ? 'bad' : 'warn'}>{wordFor('severity', severity)}</Badge>{' '}
        {message}
      </>
    ),
  },
  { title: text('failure.since'), cell: ({ first_at }) => timeAgo(first_at) },
]

/** Records that could not be copied, and why. */
function KeptAside({ id, connectionId }: { id: string; connectionId: string }) {
  const query = useQuery({
    queryKey: ['migrations', id, 'failures', connectionId],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/connections/{id}/failures', {
          params: { path: { id: connectionId }, query: { limit: 50 }, ...inMigration(id) },
          signal,
        }),
      ),
  })
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <p class="soft">{text('failure.none')}</p>
        ) : (
          <Table
            caption={text('failure.title')}
            columns={failureColumns}
            rows={data}
            keyOf={({ id: key }) => key}
          />
        )
      }
    </Loaded>
  )
}

function Source({ id, connection }: { id: string; connection: Connection }) {
  const { provider, status, connectedAt, lastPolledAt, import: last } = connection
  return (
    <section class="card">
      <h3>
        {wordFor('provider', provider)}{' '}
        {last !== undefined && <Badge tone={importTone[last.status]}>{wordFor('import', last.status)}</Badge>}
      </h3>
      {last?.error !== undefined && <p class="notice bad">{last.error}</p>}
      <Facts
        facts={[
          [text('account.status'), wordFor('connection', status)],
          [text('account.since'), moment(connectedAt)],
          [text('account.fresh'), lastPolledAt == null ? '–' : timeAgo(lastPolledAt)],
        ]}
      />
      {last?.status === 'running' ? (
        <Progress id={id} connectionId={connection.id} />
      ) : (
        <>
          <ul class="rows">
            {(last?.results ?? []).map(({ entityType, processed, errors }) => (
              <li key={entityType}>
                <span>{wordFor('entity', entityType)}</span>
                <span class="soft">{text('move.copied', { count: processed, total: count(processed) })}</span>
                {errors > 0 && <Badge tone="bad">{text('run.failed', { count: errors })}</Badge>}
              </li>
            ))}
          </ul>
          <h4>{text('failure.title')}</h4>
          <KeptAside id={id} connectionId={connection.id} />
        </>
      )}
    </section>
  )
}

const entities: readonly ImportEntity[] = ['listings', 'reservations', 'messages', 'calendar']

function ReadAgain({ id }: { id: string }) {
  const [chosen, setChosen] = useState<ImportEntity[]>(['listings', 'reservations'])
  return (
    <details>
      <summary>{text('move.again')}</summary>
      <fieldset class="choices">
        <legend>{text('move.againWhat')}</legend>
        {entities.map((entity) => (
          <label key={entity}>
            <input
              type="checkbox"
              checked={chosen.includes(entity)}
              onChange={(event) =>
                setChosen(
                  event.currentTarget.checked ? [...chosen, entity] : chosen.filter((one) => one !== entity),
                )
              }
            />{' '}
            {wordFor('entity', entity)}
          </label>
        ))}
      </fieldset>
      <ActionButton
        disabled={chosen.length === 0}
        run={() =>
          answerOf(
            client.POST('/v1/migrations/{workspaceId}/import', {
              params: { path: { workspaceId: id } },
              body: { entities: chosen },
            }),
          )
        }
        onDone={() => {
          notify(text('move.againQueued'))
          refreshMigrations()
        }}
      >
        {text('move.againNow')}
      </ActionButton>
    </details>
  )
}

export function SourceStep({ migration }: { migration: Migration }) {
  const { workspaceId, state, connections, counts } = migration
  const mayWrite = useMayWrite()
  const isFromFile = isFilledFromFile(migration)
  if (connections.length === 0 && !isFromFile) return <p class="soft">{text('move.noSource')}</p>
  return (
    <>
      {mayWrite && isFromFile && <FillFromFile migration={migration} />}
      <ul class="tiles">
        {(['listings', 'reservations', 'upcomingReservations', 'guests', 'conversations'] as const).map(
          (name) => (
            <li key={name}>
              <strong class="figure">{count(counts[name])}</strong>
              <span class="soft">{text(`move.count.${name}`)}</span>
            </li>
          ),
        )}
      </ul>
      {connections.map((connection) => (
        <Source key={connection.id} id={workspaceId} connection={connection} />
      ))}
      {mayWrite && (state === 'imported' || state === 'failed') && <ReadAgain id={workspaceId} />}
      {mayWrite && state === 'failed' && (
        <details>
          <summary>{text('move.signInAgain')}</summary>
          <ConnectLink id={workspaceId} />
        </details>
      )}
    </>
  )
}

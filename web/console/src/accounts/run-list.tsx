/** What was read, run by run: how far it is, when it should end, and the calls that went wrong. */
import { answerOf, client } from '../api/client.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'
import type { SyncRun } from './account-data.ts'

const kinds = ['first_import', 'import', 'incremental', 'full', 'reconciliation', 'count'] as const
const states = ['running', 'completed', 'partial', 'failed', 'abandoned'] as const
const refetchMs = 5_000

const runTone: Record<SyncRun['state'], Tone> = {
  running: 'calm',
  completed: 'good',
  partial: 'warn',
  failed: 'bad',
  abandoned: 'warn',
}

const duration = (ms: number): string =>
  ms < 120_000
    ? text('run.seconds', { count: Math.round(ms / 1000) })
    : text('run.minutes', { count: Math.round(ms / 60_000) })

type Entity = SyncRun['entities'][number]

const EntityProgress = ({ entity, seen, expected, failed, done }: Entity) => (
  <li>
    {wordFor('entity', entity)}: {count(seen)}
    {expected !== null && ` / ${count(expected)}`}
    {!done && expected !== null && (
      <progress
        max={Math.max(1, expected)}
        value={Math.min(seen, expected)}
        aria-label={wordFor('entity', entity)}
      />
    )}{' '}
    {failed > 0 && <Badge tone="bad">{text('run.failed', { count: failed })}</Badge>}
  </li>
)

/** The calls are shown without what they carried: the server keeps neither parameters nor secrets of them. */
const Errors = ({ errors }: Pick<SyncRun, 'errors'>) => (
  <details>
    <summary>{text('run.errors', { count: errors.length })}</summary>
    <ul class="rows blocks">
      {errors.map(({ at, entity, external_id, message, answer, calls }) => (
        <li key={`${at} ${message}`}>
          <p>
            <span class="soft small">{moment(at)}</span> {entity !== null && wordFor('entity', entity)}{' '}
            {external_id !== null && <code>{external_id}</code>}
          </p>
          <p>{message}</p>
          {answer !== null && <pre tabIndex={0}>{answer}</pre>}
          {calls.map((call) => (
            <p key={`${call.path} ${call.retries}`} class="small">
              <code>
                {call.method} {call.path}
              </code>{' '}
              {call.status === null ? text('run.noAnswer') : text('run.answered', { status: call.status })}
              {`, ${call.duration_ms} ms`}
              {call.retries > 0 && `, ${text('run.repeated', { count: call.retries })}`}
              {call.failure !== null && ` – ${call.failure}`}
            </p>
          ))}
        </li>
      ))}
    </ul>
  </details>
)

const columns: Column<SyncRun>[] = [
  { title: text('run.kind'), cell: ({ kind }) => wordFor('run', kind) },
  {
    title: text('run.state'),
    cell: ({ state, estimated_end_at }) => (
      <>
        <Badge tone={runTone[state]}>{wordFor('runState', state)}</Badge>
        {estimated_end_at !== null && (
          <span class="small soft">{text('account.ready', { ago: timeAgo(estimated_end_at) })}</span>
        )}
      </>
    ),
  },
  {
    title: text('run.started'),
    cell: ({ started_at, duration_ms }) => (
      <>
        {moment(started_at)} <span class="small soft">{duration(duration_ms)}</span>
      </>
    ),
  },
  {
    title: text('run.read'),
    cell: ({ entities, errors }) => (
      <>
        <ul class="plain">
          {entities.map((entity) => (
            <EntityProgress key={entity.entity} {...entity} />
          ))}
        </ul>
        {errors.length > 0 && <Errors errors={errors} />}
      </>
    ),
  },
  {
    title: text('run.calls'),
    isNumber: true,
    cell: ({ upstream_calls, retries }) => (
      <>
        {count(upstream_calls)}
        {retries > 0 && <span class="small soft"> ({text('run.repeated', { count: retries })})</span>}
      </>
    ),
  },
]

export function RunList({ id }: { id: string }) {
  const [chosenKind, setKind] = useAddressState('kind')
  const [chosenState, setState] = useAddressState('state')
  const kind = kinds.find((known) => known === chosenKind)
  const state = states.find((known) => known === chosenState)
  return (
    <>
      <search class="filters">
        <Select
          label={text('run.kind')}
          value={kind ?? ''}
          onChange={setKind}
          options={[
            { value: '', label: text('filter.all') },
            ...kinds.map((value) => ({ value, label: wordFor('run', value) })),
          ]}
        />
        <Select
          label={text('run.state')}
          value={state ?? ''}
          onChange={setState}
          options={[
            { value: '', label: text('filter.all') },
            ...states.map((value) => ({ value, label: wordFor('runState', value) })),
          ]}
        />
      </search>
      <PagedList
        queryKey={['runs', id, kind, state]}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/connections/{id}/runs', {
              params: {
                path: { id },
                query: {
                  limit: 20,
                  ...(kind === undefined ? {} : { kind }),
                  ...(state === undefined ? {} : { state }),
                  ...(cursor === undefined ? {} : { cursor }),
                },
              },
              signal,
            }),
          )
        }
        refetchMs={refetchMs}
        empty={<p class="soft">{text('run.none')}</p>}
      >
        {(rows) => (
          <Table caption={text('run.title')} columns={columns} rows={rows} keyOf={(row) => row.id} />
        )}
      </PagedList>
    </>
  )
}

/** Records that were kept aside or stored in part: what the system sent, without secrets, and what to do. */
import { answerOf, client } from '../api/client.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'
import type { SyncFailure } from './account-data.ts'

const entities = [
  'listings',
  'units',
  'reservations',
  'conversations',
  'messages',
  'calendar',
  'reviews',
] as const
const severities = ['failure', 'warning'] as const

const columnsOf = (provider: string): Column<SyncFailure>[] => [
  {
    title: text('failure.record'),
    cell: ({ entity, external_id }) => (
      <>
        {wordFor('entity', entity)} <code>{external_id}</code>
      </>
    ),
  },
  {
    title: text('failure.what'),
    cell: ({ message, severity, fields, excerpt }) => (
      <>
        <Badge tone={severity === 'failure' ? 'bad' : 'warn'}>{wordFor('severity', severity)}</Badge>{' '}
        {message}
        {fields.length > 0 && (
          <ul class="plain small">
            {fields.map(({ field, found }) => (
              <li key={field}>
                <code>{field}</code>: {found}
              </li>
            ))}
          </ul>
        )}
        {excerpt !== null && (
          <details>
            <summary>{text('failure.excerpt')}</summary>
            <pre tabIndex={0}>{excerpt}</pre>
          </details>
        )}
        <p class="small soft">
          {text(severity === 'failure' ? 'failure.todoFailure' : 'failure.todoWarning', {
            system: wordFor('provider', provider),
          })}
        </p>
      </>
    ),
  },
  {
    title: text('failure.tried'),
    cell: ({ attempts, first_at, last_at }) => (
      <>
        {text('failure.attempts', { count: attempts, ago: timeAgo(last_at) })}{' '}
        <span class="small soft">{text('failure.firstAt', { at: moment(first_at) })}</span>
      </>
    ),
  },
]

export function FailureList({ provider, id }: { provider: string; id: string }) {
  const [chosenEntity, setEntity] = useAddressState('entity')
  const [chosenSeverity, setSeverity] = useAddressState('severity')
  const entity = entities.find((known) => known === chosenEntity)
  const severity = severities.find((known) => known === chosenSeverity)
  return (
    <>
      <p class="soft">{text('failure.lead')}</p>
      <search class="filters">
        <Select
          label={text('failure.record')}
          value={entity ?? ''}
          onChange={setEntity}
          options={[
            { value: '', label: text('filter.all') },
            ...entities.map((value) => ({ value, label: wordFor('entity', value) })),
          ]}
        />
        <Select
          label={text('failure.severity')}
          value={severity ?? ''}
          onChange={setSeverity}
          options={[
            { value: '', label: text('filter.all') },
            ...severities.map((value) => ({ value, label: wordFor('severity', value) })),
          ]}
        />
      </search>
      <PagedList
        queryKey={['failures', id, entity, severity]}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/connections/{id}/failures', {
              params: {
                path: { id },
                query: {
                  limit: 20,
                  ...(entity === undefined ? {} : { entity }),
                  ...(severity === undefined ? {} : { severity }),
                  ...(cursor === undefined ? {} : { cursor }),
                },
              },
              signal,
            }),
          )
        }
        empty={
          <Empty title={text('failure.none')}>
            <p>{text('failure.noneLead')}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            caption={text('failure.title')}
            columns={columnsOf(provider)}
            rows={rows}
            keyOf={(row) => row.id}
          />
        )}
      </PagedList>
    </>
  )
}

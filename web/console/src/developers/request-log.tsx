import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { timeAgo } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { text } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'

type Row = components['schemas']['RequestLogRow']

const ranges = ['1h', '24h', '7d', '30d'] as const
const classes = ['2xx', '3xx', '4xx', '5xx'] as const

export const statusTone = (status: number): Tone => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad')

const columns: Column<Row>[] = [
  {
    title: text('request.call'),
    cell: ({ requestId, method, path }) => (
      <a href={pathTo(`/developers/requests/${requestId}`)} class="cut">
        <strong>{method}</strong> {path}
      </a>
    ),
  },
  {
    title: text('request.status'),
    cell: ({ statusCode, errorCode }) => (
      <>
        <Badge tone={statusTone(statusCode)}>{statusCode}</Badge> {errorCode}
      </>
    ),
  },
  { title: text('request.took'), isNumber: true, cell: ({ latencyMs }) => `${latencyMs} ms` },
  {
    title: text('request.from'),
    cell: ({ ipAddress, userAgent }) => <span class="cut agent">{userAgent ?? ipAddress ?? '–'}</span>,
  },
  { title: text('request.at'), cell: ({ createdAt }) => timeAgo(createdAt) },
]

export function RequestLog() {
  const [q, setQuery] = useAddressState('q')
  const [chosenRange, setRange] = useAddressState('range')
  const [chosenStatus, setStatus] = useAddressState('status')
  const range = ranges.find((known) => known === chosenRange) ?? '24h'
  const status = classes.find((known) => known === chosenStatus)
  return (
    <>
      <search class="filters">
        <SearchField label={text('request.search')} value={q} onChange={setQuery} />
        <Select
          label={text('request.range')}
          value={range}
          onChange={setRange}
          options={ranges.map((value) => ({ value, label: text(`range.${value}`) }))}
        />
        <Select
          label={text('request.status')}
          value={status ?? ''}
          onChange={setStatus}
          options={[
            { value: '', label: text('filter.all') },
            ...classes.map((value) => ({ value, label: value })),
          ]}
        />
      </search>
      <PagedList
        queryKey={['requests', q, range, status]}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/usage/logs', {
              params: {
                query: {
                  range,
                  limit: 50,
                  ...(status === undefined ? {} : { status }),
                  ...(q === '' ? {} : { q }),
                  ...(cursor === undefined ? {} : { cursor }),
                },
              },
              signal,
            }),
          )
        }
        empty={<p class="soft">{text('request.none')}</p>}
      >
        {(rows) => (
          <Table caption={text('dev.requests')} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedList>
    </>
  )
}

import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { moment } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Table, type Column } from '../ui/table.tsx'

type Row = components['schemas']['AuditEntry']

const columns: Column<Row>[] = [
  { title: text('audit.at'), cell: ({ at }) => moment(at) },
  { title: text('audit.who'), cell: ({ actor }) => actor.name ?? actor.id },
  { title: text('audit.action'), cell: ({ action }) => <code>{action}</code> },
  { title: text('audit.targets'), cell: ({ targets }) => targets.join(', ') },
  {
    title: text('audit.outcome'),
    cell: ({ outcome, code }) => (
      <>
        <Badge
          tone={outcome === 'done' || outcome === 'repeated' ? 'good' : outcome === 'begun' ? 'calm' : 'bad'}
        >
          {wordFor('audit.outcome', outcome)}
        </Badge>{' '}
        {code}
      </>
    ),
  },
  {
    title: text('audit.request'),
    cell: ({ requestId }) =>
      requestId !== null && <a href={pathTo(`/developers/requests/${requestId}`)}>{text('stay.request')}</a>,
  },
]

export const AuditLog = () => (
  <PagedList
    queryKey={['audit']}
    readPage={({ cursor, signal }) =>
      answerOf(
        client.GET('/v1/audit', {
          params: { query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
          signal,
        }),
      )
    }
    empty={<p class="soft">{text('audit.none')}</p>}
  >
    {(rows) => <Table caption={text('dev.audit')} columns={columns} rows={rows} keyOf={({ id }) => id} />}
  </PagedList>
)

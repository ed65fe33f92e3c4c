import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge } from '../ui/badge.tsx'
import { notify } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Table, type Column } from '../ui/table.tsx'

type Row = components['schemas']['MemberSession']

const whoCell = ({ member, agent }: Row) =>
  agent === null ? (
    member.email
  ) : (
    <>
      {member.email}
      <br />
      <span class="soft small">{text('agent.of', { name: agent.name, host: new URL(agent.id).host })}</span>
    </>
  )

const columns: Column<Row>[] = [
  { title: text('member.who'), cell: whoCell },
  { title: text('session.since'), cell: ({ createdAt }) => moment(createdAt) },
  { title: text('session.used'), cell: ({ lastUsedAt }) => timeAgo(lastUsedAt) },
  { title: text('session.from'), cell: ({ lastUsedFrom }) => lastUsedFrom ?? '–' },
  {
    title: text('key.do'),
    cell: ({ id, current, createdAt }) =>
      current ? (
        <Badge tone="good">{text('session.here')}</Badge>
      ) : (
        <ActionButton
          kind="link"
          label={text('session.endOf', { date: moment(createdAt) })}
          run={() => answerOf(client.DELETE('/v1/sessions/{id}', { params: { path: { id } } }))}
          onDone={() => {
            notify(text('session.ended'))
            void queryClient.invalidateQueries({ queryKey: ['sessions'] })
          }}
        >
          {text('session.end')}
        </ActionButton>
      ),
  },
]

export const Sessions = () => (
  <PagedList
    queryKey={['sessions']}
    readPage={({ cursor, signal }) =>
      answerOf(
        client.GET('/v1/sessions', {
          params: { query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
          signal,
        }),
      )
    }
    empty={null}
  >
    {(rows) => <Table caption={text('set.sessions')} columns={columns} rows={rows} keyOf={({ id }) => id} />}
  </PagedList>
)

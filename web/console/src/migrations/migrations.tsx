/** Every move of this workspace, the newest first. */
import './migrations.css'
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { moment } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Screen } from '../ui/screen.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { BeginMigration } from './begin-migration.tsx'
import { currentStep, stepIds, stepsOf, type Migration } from './steps.ts'

export const migrationTone: Record<Migration['state'], Tone> = {
  awaiting_connection: 'warn',
  importing: 'calm',
  imported: 'good',
  failed: 'bad',
  cut_over: 'good',
  deactivated: 'calm',
}

const stepsHere = (migration: Migration) =>
  stepsOf(migration, { isReportClean: undefined, isCheckClean: undefined })

const isOver = ({ state, watch }: Migration) =>
  state === 'deactivated' || (state === 'cut_over' && watch?.state !== 'watching')

const columns: Column<Migration>[] = [
  {
    title: text('move.who'),
    cell: ({ workspaceId, name, externalRef }) => (
      <>
        <a href={pathTo(`/migrations/${workspaceId}`)}>{name}</a>
        {externalRef != null && <div class="soft small">{externalRef}</div>}
      </>
    ),
  },
  {
    title: text('move.from'),
    cell: ({ connections }) =>
      connections.length === 0
        ? '–'
        : [...new Set(connections.map(({ provider }) => wordFor('provider', provider)))].join(', '),
  },
  {
    title: text('move.state'),
    cell: ({ state }) => <Badge tone={migrationTone[state]}>{wordFor('moveState', state)}</Badge>,
  },
  {
    title: text('move.next'),
    cell: (migration) => {
      if (isOver(migration)) return '–'
      const id = currentStep(stepsHere(migration))
      return text('move.stepOf', {
        number: stepIds.indexOf(id) + 1,
        total: stepIds.length,
        title: wordFor('moveStep', id),
      })
    },
  },
  { title: text('move.listings'), isNumber: true, cell: ({ counts }) => count(counts.listings) },
  { title: text('move.stays'), isNumber: true, cell: ({ counts }) => count(counts.reservations) },
  { title: text('move.begun'), cell: ({ createdAt }) => moment(createdAt) },
]

function NoMigrations() {
  return (
    <Empty title={text('move.none')}>
      <p>{text('move.noneLead')}</p>
      <ol class="teaching">
        {stepIds.map((id) => (
          <li key={id}>
            <strong>{wordFor('moveStep', id)}</strong>
            <span class="soft">{wordFor('moveStepLead', id)}</span>
          </li>
        ))}
      </ol>
    </Empty>
  )
}

export default function Migrations() {
  const mayWrite = useMayWrite()
  const [isBeginning, setBeginning] = useState(false)
  return (
    <Screen
      title={text('nav.migrations')}
      actions={
        mayWrite && (
          <button type="button" class="main" onClick={() => setBeginning(true)}>
            {text('move.begin')}
          </button>
        )
      }
    >
      <PagedList
        queryKey={['migrations', 'list']}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/migrations', {
              params: { query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
              signal,
            }),
          )
        }
        refetchMs={10_000}
        empty={<NoMigrations />}
      >
        {(rows) => (
          <Table
            caption={text('nav.migrations')}
            columns={columns}
            rows={rows}
            keyOf={({ workspaceId }) => workspaceId}
          />
        )}
      </PagedList>
      {isBeginning && <BeginMigration onClose={() => setBeginning(false)} />}
    </Screen>
  )
}

/** Step 3: what was copied beside what the old system has, and everything that a person has to decide. */
import type { components } from '../api/schema.ts'
import { count } from '../format/money.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useReport, type MigrationReport } from './migration-api.ts'
import type { Migration } from './steps.ts'

type ReportCount = components['schemas']['ReportCount']
type ReportIssue = components['schemas']['ReportIssue']

const resultTone: Record<ReportCount['result'], Tone> = {
  equal: 'good',
  different: 'bad',
  not_comparable: 'warn',
  not_carried: 'calm',
}

const issueTone: Record<ReportIssue['severity'], Tone> = { error: 'bad', warning: 'warn', info: 'calm' }

const ids = (list: readonly string[]) => (
  <p class="small">
    {list.map((id) => (
      <code key={id} class="chip">
        {id}
      </code>
    ))}
  </p>
)

const countColumns: Column<ReportCount>[] = [
  { title: text('move.kind'), cell: ({ entity }) => wordFor('entity', entity) },
  {
    title: text('move.there'),
    isNumber: true,
    cell: ({ source }) => (source === null ? '–' : count(source)),
  },
  { title: text('move.here'), isNumber: true, cell: ({ stored }) => count(stored) },
  {
    title: text('move.missing'),
    isNumber: true,
    cell: ({ missing }) => (missing === null ? '–' : count(missing)),
  },
  {
    title: text('move.result'),
    cell: ({ result, reason, missingIds }) => (
      <>
        <Badge tone={resultTone[result]}>{wordFor('countResult', result)}</Badge>
        {reason !== null && <p class="soft small">{reason}</p>}
        {missingIds.length > 0 && ids(missingIds)}
      </>
    ),
  },
]

const issueColumns: Column<ReportIssue>[] = [
  {
    title: text('move.weight'),
    cell: ({ severity }) => <Badge tone={issueTone[severity]}>{wordFor('issue', severity)}</Badge>,
  },
  { title: text('move.kind'), cell: ({ entity }) => wordFor('entity', entity) },
  { title: text('move.records'), isNumber: true, cell: ({ count: records }) => count(records) },
  {
    title: text('move.what'),
    cell: ({ message, sampleIds, sourceIds }) => (
      <>
        {message}
        {sampleIds.length > 0 && (
          <details>
            <summary>{text('move.samples')}</summary>
            {ids(sampleIds)}
          </details>
        )}
        {sourceIds !== undefined && sourceIds.length > 0 && (
          <details>
            <summary>{text('move.sourceIds')}</summary>
            {ids(sourceIds)}
          </details>
        )}
      </>
    ),
  },
]

/** Kinds of records that the old system does not hand over whole, with the reason. */
function NotCarried({ capabilities }: Pick<MigrationReport, 'capabilities'>) {
  const rows = Object.entries(capabilities).flatMap(([provider, { read }]) =>
    Object.entries(read)
      .filter(([, { level }]) => level !== 'full')
      .map(([entity, coverage]) => ({ key: `${provider} ${entity}`, provider, entity, ...coverage })),
  )
  if (rows.length === 0) return null
  return (
    <details>
      <summary>{text('move.notCarried', { count: rows.length })}</summary>
      <Table
        caption={text('move.notCarriedTitle')}
        columns={[
          { title: text('account.system'), cell: ({ provider }) => wordFor('provider', provider) },
          { title: text('move.kind'), cell: ({ entity }) => wordFor('entity', entity) },
          {
            title: text('move.coverage'),
            cell: ({ level }) => (
              <Badge tone={level === 'none' ? 'bad' : 'warn'}>{wordFor('coverage', level)}</Badge>
            ),
          },
          { title: text('move.why'), cell: ({ notes }) => (notes === '' ? '–' : notes) },
        ]}
        rows={rows}
        keyOf={({ key }) => key}
      />
    </details>
  )
}

export function ReportStep({ migration }: { migration: Migration }) {
  const query = useReport(migration)
  if (migration.state === 'awaiting_connection' || migration.state === 'importing')
    return <p class="soft">{text('move.afterReading')}</p>
  return (
    <Loaded query={query}>
      {({ clean, counts, issues, capabilities }) => (
        <>
          <p>
            <Badge tone={clean ? 'good' : 'bad'}>{text(clean ? 'move.clean' : 'move.unclean')}</Badge>{' '}
            <Freshness query={query} />
          </p>
          <h3>{text('move.counts')}</h3>
          <Table
            caption={text('move.counts')}
            columns={countColumns}
            rows={counts}
            keyOf={({ connectionId, entity }) => `${connectionId} ${entity}`}
          />
          <h3>{text('move.issues')}</h3>
          {issues.length === 0 ? (
            <p class="soft">{text('move.noIssues')}</p>
          ) : (
            <Table
              caption={text('move.issues')}
              columns={issueColumns}
              rows={issues}
              keyOf={({ code, entity, message }) => `${code} ${entity} ${message}`}
            />
          )}
          <NotCarried capabilities={capabilities} />
        </>
      )}
    </Loaded>
  )
}

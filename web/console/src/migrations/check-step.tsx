/** Step 5: the stays of the new system, from a file, against those of the old one. */
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { mediumDate, moment } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { saveCsv } from '../format/save-csv.ts'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge } from '../ui/badge.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { checkResults, uploadedLists, type CheckResult } from './kept.ts'
import { StayUpload } from './stay-upload.tsx'
import type { Migration } from './steps.ts'

interface DatedStay {
  checkIn: string
  checkOut: string
}

/** One stay that is not the same in both systems. */
interface StayDifference {
  key: string
  kind: 'missing' | 'extra' | 'mismatched'
  code: string
  reason: string
  there: DatedStay | null
  listed: DatedStay | null
}

const shownRows = 100

function differencesOf({ missing, extra, mismatched }: CheckResult): StayDifference[] {
  const rows = [
    ...missing.map((stay) => ({
      kind: 'missing' as const,
      code: stay.confirmationCode,
      reason: stay.reason,
      there: stay,
      listed: null,
    })),
    ...mismatched.map(({ source, destination, reason }) => ({
      kind: 'mismatched' as const,
      code: source.confirmationCode,
      reason,
      there: source,
      listed: destination,
    })),
    ...extra.map((stay) => ({
      kind: 'extra' as const,
      code: stay.confirmationCode,
      reason: stay.reason,
      there: null,
      listed: stay,
    })),
  ]
  return rows.map((row, index) => ({ ...row, key: `${row.kind} ${index}` }))
}

const dates = (stay: DatedStay | null) =>
  stay === null ? (
    '–'
  ) : (
    <>
      <span class="whole">{mediumDate(stay.checkIn)} –</span>{' '}
      <span class="whole">{mediumDate(stay.checkOut)}</span>
    </>
  )

const columns: Column<StayDifference>[] = [
  { title: text('stay.code'), cell: ({ code }) => (code === '' ? '–' : <code>{code}</code>) },
  {
    title: text('move.difference'),
    cell: ({ kind, reason }) => (
      <>
        <Badge tone={kind === 'extra' ? 'warn' : 'bad'}>{wordFor('stayCheck', kind)}</Badge>{' '}
        {wordFor('checkReason', reason)}
      </>
    ),
  },
  { title: text('move.inOld'), cell: ({ there }) => dates(there) },
  { title: text('move.inList'), cell: ({ listed }) => dates(listed) },
]

function Differences({ result }: { result: CheckResult }) {
  const rows = differencesOf(result)
  const save = () =>
    saveCsv('differences.csv', [
      [text('stay.code'), text('move.difference'), text('move.inOld'), '', text('move.inList'), ''],
      ...rows.map(({ code, reason, there, listed }) => [
        code,
        wordFor('checkReason', reason),
        there?.checkIn ?? '',
        there?.checkOut ?? '',
        listed?.checkIn ?? '',
        listed?.checkOut ?? '',
      ]),
    ])
  return (
    <>
      <p>
        <Badge tone={rows.length === 0 ? 'good' : 'bad'}>
          {rows.length === 0
            ? text('move.checkClean')
            : text('move.checkOpen', { count: rows.length, total: count(rows.length) })}
        </Badge>{' '}
        {text('move.matched', { count: result.matched, total: count(result.matched) })}{' '}
        <span class="soft">{moment(result.checkedAt)}</span>
      </p>
      {rows.length > 0 && (
        <>
          <Table
            caption={text('move.differences')}
            columns={columns}
            rows={rows.slice(0, shownRows)}
            keyOf={({ key }) => key}
          />
          <p class="list-foot">
            <span class="soft">
              {text('list.of', { shown: count(Math.min(shownRows, rows.length)), total: count(rows.length) })}
            </span>
            <button type="button" class="second" onClick={save}>
              {text('list.csv', { count: rows.length })}
            </button>
          </p>
        </>
      )}
    </>
  )
}

/** How the check stood in the last rehearsal, where this window has not compared anything itself. */
function LastCheck({ migration }: { migration: Migration }) {
  const item = migration.rehearsal?.items.find(({ code }) => code === 'check_clean')
  if (item === undefined || item.status === 'unknown') return null
  return (
    <p class="soft">
      {item.status === 'done'
        ? text('move.lastCheckClean', { at: moment(migration.rehearsal?.rehearsedAt) })
        : text('move.lastCheckOpen', {
            at: moment(migration.rehearsal?.rehearsedAt),
            count: item.count,
          })}
    </p>
  )
}

export function CheckStep({ migration }: { migration: Migration }) {
  const { workspaceId, state } = migration
  const list = uploadedLists.use(workspaceId)
  const result = checkResults.use(workspaceId)
  const [isReplacing, setReplacing] = useState(false)
  if (state === 'awaiting_connection' || state === 'importing')
    return <p class="soft">{text('move.afterReading')}</p>
  return (
    <>
      {list === undefined || isReplacing ? (
        <StayUpload id={workspaceId} onDone={() => setReplacing(false)} />
      ) : (
        <div class="actions gap">
          <span>{text('move.listHere', { count: list.stays.length, file: list.fileName })}</span>
          <ActionButton
            kind="main"
            run={async () => {
              const { data } = await answerOf(
                client.POST('/v1/migrations/{workspaceId}/cutover-check', {
                  params: { path: { workspaceId } },
                  body: { reservations: list.stays },
                }),
              )
              checkResults.set(workspaceId, data)
            }}
          >
            {text('move.checkNow')}
          </ActionButton>
          <button type="button" class="second" onClick={() => setReplacing(true)}>
            {text('move.otherFile')}
          </button>
        </div>
      )}
      {result === undefined ? <LastCheck migration={migration} /> : <Differences result={result} />}
    </>
  )
}

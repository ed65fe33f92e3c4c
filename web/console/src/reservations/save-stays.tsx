/** The whole filtered list as a file: read page by page, with its progress, and stopped when somebody says so. */
import { useRef, useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { count } from '../format/money.ts'
import { saveCsv } from '../format/save-csv.ts'
import { text } from '../text/text.ts'
import { useListingNames } from '../ui/listing-names.ts'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Stay } from './stay-columns.tsx'
import type { useStayQuery } from './stay-filters.ts'

const pageSize = 100

const columns = [
  'id',
  'confirmationCode',
  'listingId',
  'listing',
  'guest',
  'checkIn',
  'checkOut',
  'status',
  'statusDetail',
  'platform',
  'bookedAt',
  'updatedAt',
  'totalPrice',
  'currency',
]

const rowOf = (stay: Stay, names: ReadonlyMap<string, string>): string[] => [
  stay.id,
  stay.confirmationCode,
  stay.listingId,
  names.get(stay.listingId) ?? '',
  stay.guestName ?? '',
  stay.checkIn,
  stay.checkOut,
  stay.status,
  stay.statusDetail ?? '',
  stay.platform ?? '',
  stay.bookedAt ?? '',
  stay.updatedAt,
  stay.totalPrice ?? '',
  stay.currency ?? '',
]

type StayQuery = ReturnType<typeof useStayQuery>

async function readAll(query: StayQuery, tell: (read: number, total: number) => void, signal: AbortSignal) {
  const stays: Stay[] = []
  let cursor: string | undefined
  do {
    const { data, pagination } = await answerOf(
      client.GET('/v1/reservations', {
        params: { query: { ...query, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    )
    stays.push(...data)
    tell(stays.length, pagination.total ?? stays.length)
    cursor = pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
  return stays
}

export function SaveStays({ query }: { query: StayQuery }) {
  const names = useListingNames()
  const [progress, setProgress] = useState<{ read: number; total: number } | null>(null)
  const stop = useRef<AbortController | null>(null)
  const save = useAction(
    async () => {
      stop.current = new AbortController()
      const stays = await readAll(query, (read, total) => setProgress({ read, total }), stop.current.signal)
      saveCsv(`${text('nav.reservations')}.csv`, [columns, ...stays.map((stay) => rowOf(stay, names))])
    },
    { onSettled: () => setProgress(null) },
  )
  const isStopped = save.error?.name === 'AbortError'
  if (save.isPending)
    return (
      <div class="actions">
        <progress max={progress?.total ?? 1} value={progress?.read ?? 0} aria-label={text('list.saving')} />
        <span role="status">
          {progress !== null &&
            text('list.of', { shown: count(progress.read), total: count(progress.total) })}
        </span>
        <button type="button" class="second" onClick={() => stop.current?.abort()}>
          {text('list.stop')}
        </button>
      </div>
    )
  return (
    <>
      <button type="button" class="link" onClick={() => save.mutate()}>
        {text('list.saveAll')}
      </button>
      {save.error !== null && !isStopped && <Problem error={save.error} />}
    </>
  )
}

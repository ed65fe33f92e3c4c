/** How each channel stands on each night: what is still to be sent, was sent, or is shown. */
import { useQueries, useQuery } from '@tanstack/preact-query'
import { useRef } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { marksOf, type Exposure, type ListingMarks } from './night-marks.ts'

const summaryEveryMs = 30_000
const marksEveryMs = 10_000

/** Listings of which some channel does not show what it should. */
function useDifferingListings(): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['calendar', 'differing'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/exposure', { params: { query: { limit: 100 } }, signal })),
    refetchInterval: summaryEveryMs,
  })
  return new Set(data?.data.map(({ listingId }) => listingId))
}

interface MarksRequest {
  listingIds: readonly string[]
  from: string
  to: string
  /** Also of listings that are on every channel as they should. */
  isAll: boolean
}

/** Of listings in view. Each answer makes one map, so that rows are drawn anew only for a new answer. */
export function useChannelMarks({
  listingIds,
  from,
  to,
  isAll,
}: MarksRequest): ReadonlyMap<string, ListingMarks> {
  const made = useRef(new WeakMap<Exposure, ListingMarks>())
  const differing = useDifferingListings()
  const ids = listingIds.filter((id) => isAll || differing.has(id))
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['calendar', 'marks', id, from, to],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        answerOf(
          client.GET('/v1/listings/{id}/exposure', {
            params: { path: { id }, query: { from, to } },
            signal,
          }),
        ),
      refetchInterval: marksEveryMs,
    })),
  })
  return new Map(
    answers.flatMap(({ data }, place) => {
      const id = ids[place]
      if (data === undefined || id === undefined) return []
      const marks = made.current.get(data) ?? marksOf(data)
      made.current.set(data, marks)
      return [[id, marks] as const]
    }),
  )
}

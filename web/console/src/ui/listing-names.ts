/** Names by listing id, read once and shared by every screen that only has the id. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'

const pageSize = 100
/** Names beyond this many are shown by their id. */
const mostNames = 2_000

async function readNames(signal: AbortSignal): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  let cursor: string | undefined
  do {
    const page = await answerOf(
      client.GET('/v1/listings', {
        params: { query: { status: 'all', limit: pageSize, ...(cursor === undefined ? {} : { cursor }) } },
        signal,
      }),
    )
    for (const { id, name } of page.data) names.set(id, name)
    cursor = page.pagination.nextCursor ?? undefined
  } while (cursor !== undefined && names.size < mostNames)
  return names
}

const none: ReadonlyMap<string, string> = new Map()

export function useListingNames(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['listing names'],
    queryFn: ({ signal }) => readNames(signal),
    staleTime: 5 * 60_000,
  })
  return data ?? none
}

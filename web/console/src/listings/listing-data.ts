/** What the tabs of a listing read and write. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'

export type ListingDetail = components['schemas']['ListingDetail']
export type ContentBody = components['schemas']['ContentBody']
export type ContentWritten = components['schemas']['ContentWritten']
export type ListingPhoto = components['schemas']['ListingPhoto']

const listingQuery = (id: string) => ({
  queryKey: ['listing', id],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ListingDetail> =>
    answerOf(
      client.GET('/v1/listings/{id}', {
        params: { path: { id }, query: { include: 'content,details,amenities,photos,policies' } },
        signal,
      }),
    ),
})

export const useListing = (id: string) => useQuery(listingQuery(id))

/** As it is at this moment, for who is about to save. */
export const readListingNow = (id: string): Promise<ListingDetail> =>
  queryClient.fetchQuery({ ...listingQuery(id), staleTime: 0 })

export const usePublishStatus = (id: string) =>
  useQuery({
    queryKey: ['listing', id, 'publish status'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/listings/{id}/publish-status', { params: { path: { id } }, signal })),
  })

/** Reads anew what a write may have changed; settled once the open tab shows it. */
export async function readListingAnew(id: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['listings'] })
  void queryClient.invalidateQueries({ queryKey: ['listing names'] })
  await queryClient.invalidateQueries({ queryKey: ['listing', id] })
}

/** The listing as it was read last. */
export const readListing = (id: string): ListingDetail | undefined =>
  queryClient.getQueryData<ListingDetail>(['listing', id])

/** Writes, and reads what the listing says now, so that nothing that is saved looks unsaved. */
export async function saveContent(id: string, body: ContentBody): Promise<ContentWritten> {
  const written = await answerOf(client.PUT('/v1/listings/{id}/content', { params: { path: { id } }, body }))
  await readListingAnew(id)
  return written
}

type PmsListingFlag = keyof NonNullable<ListingDetail['capabilities']['pms']>['listings']

/** The PMS that keeps what the listing says of itself; null where it is kept here. */
export function contentKeeperOf({ capabilities: { pms } }: ListingDetail): string | null {
  return pms !== undefined && Object.values(pms.listings).some(Boolean) ? pms.provider : null
}

/** Whether a change of this part is taken. Where no PMS takes any part, all of it is kept here. */
export const isTaken = (listing: ListingDetail, flag: PmsListingFlag): boolean =>
  contentKeeperOf(listing) === null || listing.capabilities.pms?.listings[flag] === true

/** The channels that it is linked with, each once. */
export const platformsOf = ({ channels }: ListingDetail): string[] => [
  ...new Set(channels.map(({ platform }) => platform)),
]

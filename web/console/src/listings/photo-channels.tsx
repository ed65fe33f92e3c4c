/** What guests see of the pictures on each channel, and what the next sending changes there. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { timeAgo } from '../format/dates.ts'
import { text, wordFor } from '../text/text.ts'
import { longestAirbnbCaption } from './channel-rules.ts'
import { platformsOf, usePublishStatus, type ListingDetail, type ListingPhoto } from './listing-data.ts'
import { Picture } from './picture.tsx'

/** The pictures as Airbnb was read last; nothing where it was never read. */
function ShownByAirbnb({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['listing', id, 'airbnb photos'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/channels/airbnb/listings/{id}/photos', { params: { path: { id } }, signal })),
    retry: false,
  })
  const isUnread = query.error instanceof ApiProblem && query.error.status < 500
  if (isUnread || query.data?.data.length === 0)
    return <p class="soft small">{text('photo.channelUnread', { channel: wordFor('provider', 'airbnb') })}</p>
  if (query.data === undefined) return null
  const { data, dataFreshness } = query.data
  return (
    <>
      <p class="soft small">
        {text('photo.channelShows', { count: data.length, ago: timeAgo(dataFreshness?.lastSyncedAt) })}
      </p>
      <ul class="strip">
        {data.map(({ photoId, url, caption, sortOrder }) => (
          <li key={photoId}>
            <Picture
              listingId={id}
              url={url ?? ''}
              label={caption ?? text('photo.number', { number: sortOrder })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** What this channel makes of the pictures as they stand here. */
function willShow(channel: string, photos: readonly ListingPhoto[]): string {
  if (channel === 'airbnb') {
    const long = photos.filter(({ caption }) => (caption ?? '').length > longestAirbnbCaption).length
    return long === 0
      ? text('photo.airbnbTakes')
      : text('photo.airbnbLongCaptions', { count: long, most: longestAirbnbCaption })
  }
  if (channel === 'booking') return text('photo.bookingTakes')
  if (channel === 'vrbo') return text('photo.vrboTakes')
  return text('photo.otherTakes')
}

export function PhotoChannels({
  listing,
  photos,
}: {
  listing: ListingDetail
  photos: readonly ListingPhoto[]
}) {
  const status = usePublishStatus(listing.id)
  const channels = platformsOf(listing)
  if (channels.length === 0) return null
  return (
    <section class="card">
      <h2>{text('photo.channels')}</h2>
      <ul class="rows blocks">
        {channels.map((channel) => {
          const pushed = status.data?.channels.filter(({ platform }) => platform === channel) ?? []
          const part = pushed.flatMap(({ sections }) => sections).find(({ section }) => section === 'photos')
          return (
            <li key={channel}>
              <strong>{wordFor('provider', channel)}</strong>
              <p>{willShow(channel, photos)}</p>
              {part !== undefined && part.dirtyFields.length > 0 && (
                <p class="small">{text('photo.waiting', { count: part.dirtyFields.length })}</p>
              )}
              {part?.error != null && <p class="small bad-text">{part.error}</p>}
              {channel === 'airbnb' && <ShownByAirbnb id={listing.id} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

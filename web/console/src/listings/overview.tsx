/** A home at a glance: where it is, how it is let, and how its calendar stands. */
import { moment, timeAgo } from '../format/dates.ts'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import type { ListingDetail } from './listing-data.ts'

const syncTone: Record<'in_sync' | 'problems' | 'off', Tone> = {
  in_sync: 'good',
  problems: 'bad',
  off: 'calm',
}

function Channels({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['listing', id, 'channels'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/listings/{id}/calendar-sync', { params: { path: { id } }, signal })),
  })
  return (
    <section class="card">
      <h2>{text('listing.sync')}</h2>
      <Loaded query={query}>
        {({ channels }) =>
          channels.length === 0 ? (
            <p class="soft">{text('listing.noSync')}</p>
          ) : (
            <ul class="rows">
              {channels.map(({ channel, status, lastSyncAt, nightsWithProblems, queue, problems }) => (
                <li key={channel}>
                  <strong>{wordFor('provider', channel)}</strong>
                  <Badge tone={syncTone[status]}>{wordFor('sync', status)}</Badge>
                  <span class="soft">{text('listing.lastSync', { ago: timeAgo(lastSyncAt) })}</span>
                  {queue.queuedNights > 0 && (
                    <span>{text('listing.queued', { count: queue.queuedNights })}</span>
                  )}
                  {nightsWithProblems > 0 && (
                    <span>
                      {text('listing.problems', { count: nightsWithProblems })} {problems[0]?.error}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

export function Overview({ listing }: { listing: ListingDetail }) {
  const { id, address, currency, updatedAt, details, channels } = listing
  return (
    <div class="cards">
      <section class="card">
        <h2>{text('listing.home')}</h2>
        <Facts
          facts={[
            [text('listing.address'), [address.street, address.city].filter(Boolean).join(', ') || '–'],
            [text('listing.currency'), currency ?? '–'],
            ...(details == null
              ? []
              : ([
                  [text('listing.bedrooms'), details.bedrooms ?? '–'],
                  [text('listing.bathrooms'), details.bathrooms ?? '–'],
                  [text('listing.capacity'), details.personCapacity ?? '–'],
                  [text('listing.checkIn'), details.checkInTimeStart ?? '–'],
                  [text('listing.checkOut'), details.checkOutTime ?? '–'],
                ] as const)),
            [text('listing.updated'), moment(updatedAt)],
          ]}
        />
      </section>
      <section class="card">
        <h2>{text('listing.channels')}</h2>
        {channels.length === 0 ? (
          <p class="soft">{text('listing.noChannels')}</p>
        ) : (
          <ul class="rows">
            {channels.map(({ platform, externalId, active, syncEnabled }) => (
              <li key={`${platform} ${externalId}`}>
                <strong>{wordFor('provider', platform)}</strong>
                <code>{externalId}</code>
                <Badge tone={active ? 'good' : 'calm'}>{text(active ? 'listing.on' : 'listing.off')}</Badge>
                {!syncEnabled && <Badge tone="warn">{text('listing.noSending')}</Badge>}
              </li>
            ))}
          </ul>
        )}
      </section>
      <Channels id={id} />
    </div>
  )
}

/** One home: what it is, its rooms, and how each channel stands against what we want. */
import { useQuery } from '@tanstack/preact-query'
import { useRoute } from 'preact-iso'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Screen } from '../ui/screen.tsx'

type ListingDetail = components['schemas']['ListingDetail']

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

function OnOff({ id, active }: { id: string; active: boolean }) {
  return (
    <ActionButton
      run={() =>
        answerOf(client.PATCH('/v1/listings/{id}', { params: { path: { id } }, body: { active: !active } }))
      }
      onDone={() => {
        notify(text(active ? 'listing.switchedOff' : 'listing.switchedOn'))
        void queryClient.invalidateQueries({ queryKey: ['listing'] })
        void queryClient.invalidateQueries({ queryKey: ['listings'] })
        void queryClient.invalidateQueries({ queryKey: ['calendar'] })
      }}
    >
      {text(active ? 'listing.switchOff' : 'listing.switchOn')}
    </ActionButton>
  )
}

function ListingCards({ listing }: { listing: ListingDetail }) {
  const { id, address, currency, updatedAt, details, content, amenities, units, channels } = listing
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
      <section class="card">
        <h2>{text('listing.units')}</h2>
        {units.length === 0 ? (
          <p class="soft">{text('listing.oneUnit')}</p>
        ) : (
          <ul class="rows">
            {units.map((unit) => (
              <li key={unit.id}>
                <span>{unit.name}</span>
                {!unit.active && <Badge>{text('listing.off')}</Badge>}
                {unit.housekeepingStatus !== null && <span class="soft">{unit.housekeepingStatus}</span>}
              </li>
            ))}
          </ul>
        )}
      </section>
      {content != null && (
        <section class="card wide">
          <h2>{content.title ?? text('listing.content')}</h2>
          <p class="prose">{content.description ?? content.summary ?? text('listing.noContent')}</p>
          {amenities !== undefined && amenities.length > 0 && (
            <p class="soft">
              {amenities.map(({ amenityKey }) => amenityKey.replaceAll('_', ' ')).join(' · ')}
            </p>
          )}
        </section>
      )}
    </div>
  )
}

export default function Listing() {
  const { id = '' } = useRoute().params
  const mayWrite = useMayWrite()
  const query = useQuery({
    queryKey: ['listing', id],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/listings/{id}', {
          params: { path: { id }, query: { include: 'content,details,amenities' } },
          signal,
        }),
      ),
  })
  const listing = query.data
  return (
    <Screen
      title={listing?.name ?? text('listing.number', { id })}
      actions={
        listing !== undefined && (
          <>
            <a class="button second" href={pathTo(`/calendar?listing=${id}`)}>
              {text('nav.calendar')}
            </a>
            <a class="button second" href={pathTo(`/reservations?listing=${id}`)}>
              {text('nav.reservations')}
            </a>
            {mayWrite && <OnOff id={id} active={listing.active} />}
          </>
        )
      }
    >
      <Loaded query={query}>
        {(loaded) => (
          <>
            <p>
              <Badge tone={loaded.status === 'active' ? 'good' : 'calm'}>
                {wordFor('listingStatus', loaded.status)}
              </Badge>{' '}
              <Freshness query={query} />
            </p>
            <ListingCards listing={loaded} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

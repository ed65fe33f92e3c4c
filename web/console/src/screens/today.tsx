/** The first screen: what a day asks for, each line one click from where it is dealt with. */
import type { ComponentChildren } from 'preact'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { addDays, shortDate, timeAgo, todayHere, weekdayDate } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { useIsOwner } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { DemoOffer } from '../ui/demo-offer.tsx'
import { Freshness, Loaded, type LoadedQuery } from '../ui/loaded.tsx'
import { Screen } from '../ui/screen.tsx'
import { useListingNames } from '../ui/listing-names.ts'

type Stay = components['schemas']['Reservation']

const most = 100
const everyMs = 60_000
/** A card shows the first few; the screen it links to shows all. */
const mostRows = 6

interface StayWindow {
  check_in_after?: string
  check_in_before?: string
  check_out_after?: string
  check_out_before?: string
  status?: 'confirmed' | 'pending'
}

function useStays(name: string, window: StayWindow) {
  return useQuery({
    queryKey: ['reservations', name, window],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/reservations', { params: { query: { ...window, limit: most } }, signal })),
    refetchInterval: everyMs,
  })
}

interface CardProps<T> {
  title: string
  query: LoadedQuery<T>
  /** Said where nothing is to be done. */
  calm: string
  rowsOf: (data: T) => ComponentChildren[]
  more?: { href: string; label: string }
}

function Card<T>({ title, query, calm, rowsOf, more }: CardProps<T>) {
  return (
    <section class="card">
      <h2>{title}</h2>
      <Loaded query={query}>
        {(data) => {
          const rows = rowsOf(data)
          return rows.length === 0 ? (
            <p class="soft">{calm}</p>
          ) : (
            <>
              <ul class="rows">{rows.slice(0, mostRows)}</ul>
              {rows.length > mostRows && (
                <p class="soft">{text('today.more', { count: rows.length - mostRows })}</p>
              )}
            </>
          )
        }}
      </Loaded>
      <footer>
        <Freshness query={query} />
        {more !== undefined && <a href={more.href}>{more.label}</a>}
      </footer>
    </section>
  )
}

const guestOf = (stay: Stay): string => stay.guestName ?? text('stay.noName')

function Stays() {
  const today = todayHere()
  const names = useListingNames()
  const arrivals = useStays('arrivals', { check_in_after: today, check_in_before: today })
  const departures = useStays('departures', { check_out_after: today, check_out_before: today })
  const inHouse = useStays('in house', {
    check_in_before: addDays(today, -1),
    check_out_after: addDays(today, 1),
  })
  const requests = useStays('requests', { status: 'pending', check_out_after: today })
  const line = (stay: Stay, note: ComponentChildren) => (
    <li key={stay.id}>
      <a href={pathTo(`/reservations/${stay.id}`)}>{guestOf(stay)}</a>
      <span class="soft">{names.get(stay.listingId) ?? text('listing.number', { id: stay.listingId })}</span>
      <span>{note}</span>
      {stay.conflictsWith.length > 0 && <Badge tone="bad">{text('stay.conflict')}</Badge>}
    </li>
  )
  const active = (rows: Stay[]) => rows.filter(({ status }) => status !== 'cancelled')
  return (
    <>
      <Card
        title={text('today.arrivals')}
        query={arrivals}
        calm={text('today.noArrivals')}
        rowsOf={({ data }) =>
          active(data).map((stay) =>
            line(
              stay,
              `${stay.checkInTime ?? ''} ${text('today.until', { date: shortDate(stay.checkOut) })}`,
            ),
          )
        }
      />
      <Card
        title={text('today.departures')}
        query={departures}
        calm={text('today.noDepartures')}
        rowsOf={({ data }) => active(data).map((stay) => line(stay, stay.checkOutTime ?? ''))}
      />
      <Card
        title={text('today.inHouse')}
        query={inHouse}
        calm={text('today.nobody')}
        rowsOf={({ data }) =>
          active(data).map((stay) => line(stay, text('today.until', { date: shortDate(stay.checkOut) })))
        }
      />
      <Card
        title={text('today.requests')}
        query={requests}
        calm={text('today.noRequests')}
        rowsOf={({ data }) =>
          data.map((stay) =>
            line(
              stay,
              stay.respondBy === undefined ? (
                wordFor('pendingReason', stay.pendingReason)
              ) : (
                <Badge tone="warn">{text('today.answerBy', { ago: timeAgo(stay.respondBy) })}</Badge>
              ),
            ),
          )
        }
        more={{ href: pathTo('/reservations?status=pending'), label: text('today.allRequests') }}
      />
    </>
  )
}

function Inbox() {
  const names = useListingNames()
  const query = useQuery({
    queryKey: ['conversations', 'today'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/conversations', { params: { query: { status: 'open', limit: 50 } }, signal })),
    refetchInterval: everyMs,
  })
  return (
    <Card
      title={text('today.unanswered')}
      query={query}
      calm={text('today.allAnswered')}
      rowsOf={({ data }) =>
        data
          .filter(({ unreadCount }) => unreadCount > 0)
          .map(({ id, subject, listingId, lastMessagePreview, lastMessageAt, unreadCount }) => (
            <li key={id}>
              <a href={pathTo(`/inbox/${id}`)} class="cut">
                {lastMessagePreview ?? subject ?? text('inbox.noSubject')}
              </a>
              {listingId !== null && <span class="soft">{names.get(listingId) ?? listingId}</span>}
              <span class="soft">{timeAgo(lastMessageAt)}</span>
              <Badge tone="warn">{text('inbox.unread', { count: unreadCount })}</Badge>
            </li>
          ))
      }
      more={{ href: pathTo('/inbox'), label: text('today.inbox') }}
    />
  )
}

function Accounts() {
  const query = useQuery({
    queryKey: ['connect', 'today'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/connect', { params: { query: { limit: 100 } }, signal })),
    refetchInterval: everyMs,
  })
  return (
    <Card
      title={text('today.accounts')}
      query={query}
      calm={text('today.accountsFine')}
      rowsOf={({ data }) =>
        data
          .filter(
            ({ status, accessTrouble }) =>
              accessTrouble !== null || (status !== 'active' && status !== 'disconnected'),
          )
          .map(({ id, provider, status, action, accessTrouble }) => (
            <li key={id}>
              <a href={pathTo(`/accounts/${provider}/${id}`)}>{wordFor('provider', provider)}</a>
              <span class="soft">{action?.message ?? accessTrouble?.message}</span>
              <Badge tone="bad">{wordFor('connection', status)}</Badge>
            </li>
          ))
      }
      more={{ href: pathTo('/accounts'), label: text('today.allAccounts') }}
    />
  )
}

function Exposed() {
  const names = useListingNames()
  const query = useQuery({
    queryKey: ['exposure'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/exposure', { params: { query: { limit: 50 } }, signal })),
    refetchInterval: everyMs,
  })
  return (
    <Card
      title={text('today.exposed')}
      query={query}
      calm={text('today.nothingExposed')}
      rowsOf={({ data }) =>
        data.map((link) => (
          <li key={`${link.listingId} ${link.connectionId}`}>
            <a href={pathTo(`/calendar?listing=${link.listingId}`)}>
              {names.get(link.listingId) ?? text('listing.number', { id: link.listingId })}
            </a>
            <span class="soft">{wordFor('provider', link.channel)}</span>
            <Badge tone="bad">{text('today.exposedNights', { count: link.exposedNights })}</Badge>
          </li>
        ))
      }
    />
  )
}

function Webhooks() {
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/webhooks', { params: { query: { limit: 100 } }, signal })),
    refetchInterval: everyMs,
  })
  return (
    <Card
      title={text('today.webhooks')}
      query={query}
      calm={text('today.webhooksFine')}
      rowsOf={({ data }) =>
        data
          .filter(({ failureStage }) => failureStage !== 'none')
          .map(({ id, url, failureStage, consecutiveFailures }) => (
            <li key={id}>
              <a href={pathTo(`/developers/webhooks/${id}`)} class="cut">
                {url}
              </a>
              <Badge tone="bad">{wordFor('failureStage', failureStage)}</Badge>
              <span class="soft">{text('today.failures', { count: consecutiveFailures })}</span>
            </li>
          ))
      }
      more={{ href: pathTo('/developers/webhooks'), label: text('today.allWebhooks') }}
    />
  )
}

function Turnovers() {
  const query = useQuery({
    queryKey: ['rota', 'today'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/cleaning/rota', { params: { query: { limit: most } }, signal })),
    refetchInterval: everyMs,
  })
  return (
    <Card
      title={text('today.turnovers')}
      query={query}
      calm={text('today.noTurnovers')}
      rowsOf={({ data }) =>
        data.map(({ id, listingName, unit, checkOut, checkIn, sameDay }) => (
          <li key={id}>
            <a href={pathTo(`/reservations/${checkOut.reservationId}`)}>{listingName}</a>
            {unit !== null && <span class="soft">{unit.name}</span>}
            {sameDay ? (
              <Badge tone="warn">{text('today.sameDay')}</Badge>
            ) : (
              <span class="soft">
                {checkIn === null
                  ? text('today.noNext')
                  : text('today.nextGuest', { date: shortDate(checkIn.date) })}
              </span>
            )}
          </li>
        ))
      }
    />
  )
}

function Quota() {
  const query = useQuery({
    queryKey: ['usage', 'tier'],
    queryFn: ({ signal }) => answerOf(client.GET('/v1/usage/tier', { signal })),
    refetchInterval: everyMs,
  })
  return (
    <Card
      title={text('today.quota')}
      query={query}
      calm={text('today.noQuota')}
      rowsOf={({ used, limits }) =>
        (
          [
            ['today.requestsToday', used.daily, limits.dailyRequests],
            ['today.activeListings', used.activeListings, limits.activeListings],
          ] as const
        ).map(([label, spent, limit]) => (
          <li key={label}>
            <span>{text(label)}</span>
            <span>
              {limit === null ? count(spent) : text('list.of', { shown: count(spent), total: count(limit) })}
            </span>
          </li>
        ))
      }
    />
  )
}

export function Today() {
  return (
    <Screen title={text('today.title', { date: weekdayDate(todayHere()) })}>
      <DemoOffer />
      <div class="cards">
        <Stays />
        <Turnovers />
        <Inbox />
        <Accounts />
        <Exposed />
        <Webhooks />
        {useIsOwner() && <Quota />}
      </div>
    </Screen>
  )
}

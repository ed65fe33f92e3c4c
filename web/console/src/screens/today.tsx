/** The first screen: what a day asks for, each line one click from where it is dealt with. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { shortDate, timeAgo, todayHere, weekdayDate } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { useIsOwner } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { DemoOffer } from '../ui/demo-offer.tsx'
import { Screen } from '../ui/screen.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { WaitingMoves } from '../migrations/waiting-moves.tsx'
import { StaysToday } from './stays-today.tsx'

const most = 100
const everyMs = 60_000

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
        <StaysToday />
        <Turnovers />
        <Inbox />
        <Accounts />
        <WaitingMoves />
        <Exposed />
        <Webhooks />
        {useIsOwner() && <Quota />}
      </div>
    </Screen>
  )
}

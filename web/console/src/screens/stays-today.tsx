/** Who arrives, who leaves, who is staying, and which requests wait, as cards of the first screen. */
import type { ComponentChildren } from 'preact'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { addDays, shortDate, timeAgo, todayHere } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { useListingNames } from '../ui/listing-names.ts'

type Stay = components['schemas']['Reservation']

const most = 100
const everyMs = 60_000

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

const guestOf = (stay: Stay): string => stay.guestName ?? text('stay.noName')

export function StaysToday() {
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

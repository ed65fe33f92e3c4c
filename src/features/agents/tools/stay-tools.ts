/** Tools about stays: finding them, their story, who comes and goes, and what a stay would cost. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { ConversationRow } from '../../../contract/conversation.ts'
import type { HistoryEntry } from '../../../contract/history.ts'
import type { ListingRow } from '../../../contract/listing.ts'
import type { Quote } from '../../../contract/quotes.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { ApiRefusal, readApi, type ApiCaller, type AnswerPage } from './api-caller.ts'
import { OutsideTextOrNull, outsideText, outsideTextOrNull } from './outside-text.ts'
import {
  addDays,
  agentTool,
  civilDate,
  dateInput,
  idInput,
  inputOf,
  nextCursor,
  NumberOrNull,
  pageInput,
  readOnly,
  TextOrNull,
  type ToolContext,
  usualRows,
} from './agent-tool.ts'

const stayFields = {
  id: Type.String(),
  listing_id: Type.String(),
  check_in: Type.String(),
  check_out: Type.String(),
  status: Type.String(),
  detail: TextOrNull,
  respond_by: TextOrNull,
  code: Type.String(),
  platform: TextOrNull,
  guest: OutsideTextOrNull,
  guests: NumberOrNull,
  total: NumberOrNull,
  currency: TextOrNull,
  conflicts_with: Type.Array(Type.String()),
}
export const StaySummary = Type.Object(stayFields)

function guestNameOf({ primaryGuest, guestName }: Reservation): string | null {
  const name = [primaryGuest?.firstName, primaryGuest?.lastName].filter(Boolean).join(' ')
  return name === '' ? (guestName ?? null) : name
}

export function staySummary(stay: Reservation): Static<typeof StaySummary> {
  return {
    id: stay.id,
    listing_id: stay.listingId,
    check_in: stay.checkIn,
    check_out: stay.checkOut,
    status: stay.status,
    detail: stay.statusDetail ?? stay.pendingReason ?? null,
    respond_by: stay.respondBy ?? null,
    code: stay.confirmationCode,
    platform: stay.platform,
    guest: outsideTextOrNull(guestNameOf(stay), 200),
    guests: stay.occupancy?.total ?? null,
    total: stay.financials?.totalPrice ?? null,
    currency: stay.financials?.currency ?? null,
    conflicts_with: stay.conflictsWith,
  }
}

const findStays = agentTool({
  name: 'find_stays',
  title: 'Find stays',
  description:
    'Reservations by listing, status, channel and dates. A pending stay waits for an answer until respond_by.',
  hints: readOnly,
  input: inputOf({
    listing_id: Type.Optional(idInput()),
    status: Type.Optional(oneOfStrings(['confirmed', 'pending', 'cancelled', 'completed'])),
    platform: Type.Optional(
      oneOfStrings(['airbnb', 'booking.com', 'vrbo', 'direct', 'website', 'owner', 'other']),
    ),
    check_in_after: Type.Optional(dateInput('This day or later.')),
    check_in_before: Type.Optional(dateInput('This day or earlier.')),
    check_out_after: Type.Optional(dateInput()),
    check_out_before: Type.Optional(dateInput()),
    changed_since: Type.Optional(Type.String({ description: 'ISO 8601 instant.' })),
    ...pageInput,
  }),
  output: Type.Object({ stays: Type.Array(StaySummary), total: Type.Integer(), ...nextCursor }),
  async run({ api }, { changed_since: updated_since, limit = usualRows, ...filters }) {
    const query = { ...filters, updated_since, limit }
    const page = await readApi<AnswerPage<Reservation>>(api, '/v1/reservations', query)
    return {
      stays: page.data.map(staySummary),
      total: page.pagination.total ?? page.data.length,
      next_cursor: page.pagination.nextCursor,
    }
  },
})

type StayHistoryEntry = Static<typeof HistoryEntry>

const StayChange = Type.Object({
  at: Type.String(),
  change: Type.String(),
  by: Type.String(),
  fields: Type.Array(
    Type.Object({ field: Type.String(), before: OutsideTextOrNull, after: OutsideTextOrNull }),
  ),
})

/** A field can hold what a guest wrote, so its value is marked. */
const shownValue = (value: unknown) =>
  value == null ? null : outsideText(typeof value === 'string' ? value : JSON.stringify(value), 200)

const mostFields = 8

function shownChange({ at, change, cause, before, after }: StayHistoryEntry): Static<typeof StayChange> {
  const names =
    change === 'created' ? [] : Object.keys(after ?? before ?? {}).filter((name) => name !== 'updatedAt')
  return {
    at,
    change,
    by: [cause.kind, cause.operation].filter(Boolean).join(' '),
    fields: names.slice(0, mostFields).map((field) => ({
      field,
      before: shownValue(before?.[field]),
      after: shownValue(after?.[field]),
    })),
  }
}

/** Keys without the scope of a part get the story without the part. */
async function readPart<Body>(reading: Promise<Body>, missing: Body): Promise<Body> {
  return reading.catch((error: unknown) => {
    if (error instanceof ApiRefusal && error.code === 'forbidden') return missing
    throw error
  })
}

const nearConversations = 100

async function findConversation(api: ApiCaller, reservationId: string): Promise<string | null> {
  const page = await readPart(
    readApi<AnswerPage<ConversationRow>>(api, '/v1/conversations', {
      limit: nearConversations,
      include_total: false,
    }),
    { data: [], pagination: { nextCursor: null, hasMore: false } },
  )
  return page.data.find((row) => row.reservationId === reservationId)?.id ?? null
}

const StayStory = Type.Object({
  stay: StaySummary,
  email: OutsideTextOrNull,
  phone: OutsideTextOrNull,
  paid: TextOrNull,
  payout: NumberOrNull,
  stale: Type.Boolean(),
  last_synced_at: TextOrNull,
  conversation_id: TextOrNull,
  changes: Type.Array(StayChange),
})

export async function readStayStory({ api }: ToolContext, id: string): Promise<Static<typeof StayStory>> {
  const path = `/v1/reservations/${id}`
  const stay = await readApi<Reservation>(api, path)
  const [history, conversationId] = await Promise.all([
    readApi<AnswerPage<StayHistoryEntry>>(api, `${path}/history`, { limit: usualRows, include_total: false }),
    findConversation(api, stay.id),
  ])
  return {
    stay: staySummary(stay),
    email: outsideTextOrNull(stay.primaryGuest?.email, 320),
    phone: outsideTextOrNull(stay.primaryGuest?.phone, 60),
    paid: stay.financials?.paymentStatus ?? null,
    payout: stay.financials?.host?.revenue ?? null,
    stale: stay.dataFreshness?.stale ?? false,
    last_synced_at: stay.dataFreshness?.lastSyncedAt ?? null,
    conversation_id: conversationId,
    changes: history.data.map(shownChange),
  }
}

const stayStory = agentTool({
  name: 'stay_story',
  title: 'The whole story of a stay',
  description:
    'One stay: guest, contact, money, how fresh it is, what changed and by whom, and its conversation if among the 100 latest.',
  hints: readOnly,
  input: inputOf({ reservation_id: idInput() }),
  output: StayStory,
  run: (context, { reservation_id }) => readStayStory(context, reservation_id),
})

const Movement = Type.Object({
  stay_id: Type.String(),
  listing_id: Type.String(),
  listing: OutsideTextOrNull,
  date: Type.String(),
  time: TextOrNull,
  guest: OutsideTextOrNull,
  guests: NumberOrNull,
  status: Type.String(),
})

const namedListings = 100

async function readListingNames(api: ApiCaller): Promise<ReadonlyMap<string, string>> {
  const empty: AnswerPage<ListingRow> = { data: [], pagination: { nextCursor: null, hasMore: false } }
  const query = { limit: namedListings, include_total: false }
  const { data } = await readPart(readApi<AnswerPage<ListingRow>>(api, '/v1/listings', query), empty)
  return new Map(data.map(({ id, name }) => [id, name]))
}

const mostDays = 14

const arrivals = agentTool({
  name: 'arrivals',
  title: 'Who arrives and who leaves',
  description: `Arrivals and departures of a day, or of up to ${mostDays} days from it; today (UTC) when left out. At most 25 of each; more says that there are others.`,
  hints: readOnly,
  input: inputOf({
    date: Type.Optional(dateInput()),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: mostDays })),
    listing_id: Type.Optional(idInput()),
  }),
  output: Type.Object({
    arrivals: Type.Array(Movement),
    departures: Type.Array(Movement),
    more: Type.Boolean(),
  }),
  async run({ api, now }, { date = civilDate(now()), days = 1, listing_id }) {
    const last = addDays(date, days - 1)
    const read = (query: Record<string, string>) =>
      readApi<AnswerPage<Reservation>>(api, '/v1/reservations', {
        ...query,
        listing_id,
        limit: 25,
        include_total: false,
      })
    const [coming, going, names] = await Promise.all([
      read({ check_in_after: date, check_in_before: last }),
      read({ check_out_after: date, check_out_before: last }),
      readListingNames(api),
    ])
    const rows = (page: AnswerPage<Reservation>, end: 'checkIn' | 'checkOut') =>
      page.data
        .filter(({ status }) => status !== 'cancelled')
        .map((stay) => ({
          stay_id: stay.id,
          listing_id: stay.listingId,
          listing: outsideTextOrNull(names.get(stay.listingId), 200),
          date: stay[end],
          time: end === 'checkIn' ? stay.checkInTime : stay.checkOutTime,
          guest: outsideTextOrNull(guestNameOf(stay), 200),
          guests: stay.occupancy?.total ?? null,
          status: stay.status,
        }))
        .toSorted((a, b) => a.date.localeCompare(b.date))
    return {
      arrivals: rows(coming, 'checkIn'),
      departures: rows(going, 'checkOut'),
      more: coming.pagination.hasMore || going.pagination.hasMore,
    }
  },
})

const quote = agentTool({
  name: 'quote',
  title: 'Price a stay',
  description:
    'Whether the nights can be booked and what they cost, from the calendar held here; reason says why not. Nothing is held.',
  hints: readOnly,
  input: inputOf({
    listing_id: idInput(),
    check_in: dateInput(),
    check_out: dateInput(),
    guests: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  output: Type.Object({
    available: Type.Boolean(),
    reason: TextOrNull,
    nights: Type.Integer(),
    total: NumberOrNull,
    currency: Type.String(),
    items: Type.Array(Type.Object({ what: Type.String(), amount: Type.Number() })),
  }),
  async run({ api }, { listing_id: property_id, ...stay }) {
    const priced = await readApi<Quote>(api, '/v1/quotes', { property_id, ...stay })
    return {
      available: priced.available,
      reason: priced.reason ?? null,
      nights: priced.nights,
      total: priced.pricing.total ?? null,
      currency: priced.currency,
      items: priced.pricing.items.map(({ name, type, amount }) => ({
        what: name ?? type ?? 'other',
        amount,
      })),
    }
  },
})

export const stayTools = [findStays, stayStory, arrivals, quote]

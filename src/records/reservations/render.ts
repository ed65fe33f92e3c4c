/** Turns stored columns into the record the API sends; `reservations.doc` keeps the text. */
import type { GuestToShow } from '../guests/plan.ts'
import type { Occupancy, Reservation } from '../../contract/reservation.ts'
import { decimalToNumber, scaled } from '../../platform/decimal.ts'

export interface ReservationToShow {
  id: string
  listing_id: string
  check_in: string
  check_out: string
  check_in_time: string | null
  check_out_time: string | null
  confirmation_code: string
  source: string | null
  booked_at: Date | null
  created_at: Date
  updated_at: Date
  total_price: string | null
  currency: string | null
  payment_status: string | null
  occupancy: unknown
  financials: unknown
  guest_details: unknown
  unit: { id: string; name: string | null } | null
  guest: GuestToShow | null
  account: { provider: string; externalAccountId: string; connectionId: string } | null
  conflicts_with: string[]
  /** Clients knew the merged records by these ids. */
  former_ids: string[]
}

/** Leaves out the id and fields that time derives, which are added when it is read. */
export type ShownReservation = Omit<
  Reservation,
  'id' | 'status' | 'statusDetail' | 'pendingReason' | 'respondBy'
>

type MoneyTree = { [key: string]: unknown } | unknown[] | string | number | null

const amountKeys = new Set([
  'amount',
  'accommodation',
  'revenue',
  'paidOut',
  'totalPrice',
  'vat',
  'securityDeposit',
])

/** Stored amounts are decimal text; the API shows numbers. */
function amountsAsNumbers(value: MoneyTree, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => amountsAsNumbers(item as MoneyTree))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, amountsAsNumbers(item as MoneyTree, name)]),
    )
  }
  return typeof value === 'string' && amountKeys.has(key) ? decimalToNumber(value) : value
}

function guestFields(
  row: ReservationToShow,
): Pick<ShownReservation, 'primaryGuest' | 'guestName' | 'guestId'> {
  const { guest } = row
  if (!guest) return {}
  const { id, firstName, lastName, email, phone, language } = guest
  return {
    primaryGuest: { id, firstName, lastName, email, phone, language },
    ...(firstName ? { guestName: [firstName, lastName].filter(Boolean).join(' ') } : {}),
    guestId: id,
  }
}

function moneyFields(
  row: ReservationToShow,
): Pick<ShownReservation, 'financials' | 'totalPrice' | 'currency'> {
  return {
    financials: {
      totalPrice: row.total_price === null ? null : decimalToNumber(row.total_price),
      currency: row.currency,
      paymentStatus: row.payment_status,
      ...(amountsAsNumbers((row.financials ?? {}) as MoneyTree) as object),
    },
    ...(row.total_price === null ? {} : { totalPrice: scaled(row.total_price, 2) }),
    ...(row.currency === null ? {} : { currency: row.currency }),
  }
}

/** jsonb returns keys in an order of its own. */
const inOrder = ({ adults, children, infants, pets, total }: Occupancy): Occupancy => ({
  adults,
  children,
  infants,
  pets,
  total,
})

/** Leaves out what is shown elsewhere, such as contacts in `primaryGuest`. The source's own details win. */
function guestDetails({
  guest,
  occupancy,
  guest_details: own,
}: ReservationToShow): Pick<ShownReservation, 'guestDetails'> {
  const { adults, children, infants, pets, total } = (occupancy ?? {}) as Partial<Occupancy>
  const { firstName, lastName } = guest ?? {}
  const parts = { firstName, lastName, adults, children, infants, pets, guestCount: total }
  const known = Object.entries(parts).filter(([, value]) => value !== null && value !== undefined)
  if (!own && known.length === 0) return {}
  return { guestDetails: { ...Object.fromEntries(known), ...(own as Record<string, unknown> | null) } }
}

export function renderReservation(row: ReservationToShow): ShownReservation {
  const source = row.source as ShownReservation['source']
  return {
    listingId: row.listing_id,
    checkIn: row.check_in,
    checkOut: row.check_out,
    checkInTime: row.check_in_time,
    checkOutTime: row.check_out_time,
    confirmationCode: row.confirmation_code,
    source,
    platform: source,
    unit: row.unit,
    ...guestFields(row),
    ...(row.occupancy ? { occupancy: inOrder(row.occupancy as Occupancy) } : {}),
    ...moneyFields(row),
    ...guestDetails(row),
    bookedAt: row.booked_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    account: row.account,
    conflictsWith: row.conflicts_with,
    ...(row.former_ids.length > 0 ? { formerIds: row.former_ids } : {}),
  }
}

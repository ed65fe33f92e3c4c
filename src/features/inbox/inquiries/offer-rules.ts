/** Rules for special offers, by how the channel prices them. Pure. */
import type { OfferDraft } from '../../../connector-kit/write-operations.ts'
import type { SpecialOffer, SpecialOfferBody } from '../../../contract/offer-write.ts'
import { ApiError, type ErrorExtras } from '../../../platform/api-error.ts'
import { decimalText } from '../../../platform/decimal.ts'
import type { OfferColumns } from './answer-queries.ts'
import { shownOffer } from '../../../records/inquiries/state.ts'
import type { StoredPrice } from '../../../records/inquiries/offer-queries.ts'

const breakdownFields = ['rentalAmount', 'fees', 'damageDeposit'] as const

const invalidField = (field: string, message: string, extra: ErrorExtras = {}) =>
  new ApiError('invalid_body', message, { field, ...extra })

/** Throws for the wrong kind of price, and for missing parts of the right one. */
export function assertOffer(body: SpecialOfferBody, price: 'total' | 'breakdown', channel: object): void {
  const breakdown = breakdownFields.find((name) => body[name] !== undefined)
  if (price === 'total' && breakdown !== undefined)
    throw new ApiError('offer_price_total_required', undefined, { ...channel, field: breakdown })
  if (price === 'breakdown' && body.totalPrice !== undefined)
    throw new ApiError('offer_price_breakdown_required', undefined, { ...channel, field: 'totalPrice' })
  const needed =
    price === 'total'
      ? (['checkIn', 'checkOut', 'guests', 'totalPrice'] as const)
      : (['rentalAmount'] as const)
  const missing = needed.find((name) => body[name] === undefined)
  if (missing !== undefined) throw invalidField(missing, `\`${missing}\` is required.`)
  if ((body.checkIn === undefined) !== (body.checkOut === undefined))
    throw invalidField(
      body.checkIn === undefined ? 'checkIn' : 'checkOut',
      '`checkIn` and `checkOut` go together.',
    )
  if (body.checkIn !== undefined && body.checkOut !== undefined && body.checkOut <= body.checkIn)
    throw invalidField('checkOut', '`checkOut` must be after `checkIn`.', { value_received: body.checkOut })
}

/** `today` is the property's date. */
export function assertNotOver(checkIn: string | undefined, today: string): void {
  if (checkIn === undefined || checkIn >= today) return
  throw invalidField('checkIn', `\`checkIn\` is over: an offer can begin on ${today} or later.`, {
    value_received: checkIn,
  })
}

/** A guest who accepted the offer would find the home taken. */
export function assertUnsold(nights: readonly string[], listingId: string): void {
  const [first] = nights
  if (first === undefined) return
  throw invalidField('checkIn', `Listing ${listingId} is taken on ${first}: offer nights that are free.`, {
    reason: 'nights_taken',
    dates: [...nights],
  })
}

function exactAmount(field: string, amount: number): string {
  const text = decimalText(amount)
  if (text !== null) return text
  throw invalidField(field, `\`${field}\` has more decimals than any currency.`, { value_received: amount })
}

export function priceOf({ totalPrice, rentalAmount, fees, damageDeposit }: SpecialOfferBody): StoredPrice {
  return {
    ...(totalPrice === undefined ? {} : { totalPrice: exactAmount('totalPrice', totalPrice) }),
    ...(rentalAmount === undefined ? {} : { rentalAmount: exactAmount('rentalAmount', rentalAmount) }),
    ...(fees === undefined
      ? {}
      : {
          fees: fees.map(({ type, value }, i) => ({ type, value: exactAmount(`fees[${i}].value`, value) })),
        }),
    ...(damageDeposit === undefined ? {} : { damageDeposit: exactAmount('damageDeposit', damageDeposit) }),
  }
}

export function partyOf({ guests }: SpecialOfferBody): OfferDraft['guests'] {
  if (guests === undefined) return null
  const { adults, children = 0, infants = 0, pets = 0 } = guests
  return { adults, children, infants, pets }
}

const nightsOf = (from: string | null, to: string | null) =>
  from === null || to === null
    ? null
    : Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days

export type OfferForView = Omit<OfferColumns, 'id' | 'external_id' | 'inquiry_id' | 'created_at'> & {
  id?: string
  created_at: Date | null
}

/** The API record. Pets do not count as guests. */
export function toOffer(row: OfferForView, now: Date): SpecialOffer {
  const { guests, price } = row
  const { adults = null, children = null, infants = null, pets = null } = guests ?? {}
  const { rentalAmount, fees, damageDeposit } = price
  return {
    ...(row.id === undefined ? {} : { id: row.id }),
    conversationId: row.conversation_id,
    channel: row.channel,
    status: shownOffer(row.status, row.inquiry_status, { expiresAt: row.expires_at, now }),
    listingId: row.listing_id,
    airbnbListingId: row.channel === 'airbnb' ? row.airbnb_id : null,
    checkIn: row.check_in,
    checkOut: row.check_out,
    nights: nightsOf(row.check_in, row.check_out),
    guests: {
      total: adults === null ? null : adults + (children ?? 0) + (infants ?? 0),
      adults,
      children,
      infants,
      pets,
    },
    totalPrice: price.totalPrice === undefined ? null : Number(price.totalPrice),
    currency: row.currency,
    ...(rentalAmount === undefined ? {} : { rentalAmount: Number(rentalAmount) }),
    ...(fees === undefined ? {} : { fees: fees.map(({ type, value }) => ({ type, value: Number(value) })) }),
    ...(damageDeposit === undefined ? {} : { damageDeposit: Number(damageDeposit) }),
    message: row.message,
    createdAt: row.created_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

/** Parses a requested booking change. Pure. */
import type { AirbnbAlterationBody } from '../../../../contract/channel-airbnb-alterations.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { decimalText } from '../../../../platform/decimal.ts'
import { invalidField } from '../../engine/invalid-body.ts'
import { resolveAlias } from '../alias-field.ts'

export interface AlterationRequest {
  checkIn?: string
  checkOut?: string
  guestCount?: number
  totalPrice?: string
  listingId?: string
  airbnbListingId?: string
}

function guestCountIn(body: AirbnbAlterationBody): number | undefined {
  const { guest_details: details } = body
  if (details === undefined) return body.number_of_guests
  const { number_of_guests: total, number_of_adults: adults, number_of_children: children = 0 } = details
  const guests = total ?? (adults === undefined ? undefined : adults + children)
  if (guests === undefined)
    throw invalidField('guest_details', '`number_of_guests` or `number_of_adults` is required.')
  return resolveAlias(['number_of_guests', body.number_of_guests], ['guest_details', guests])
}

function priceIn(body: AirbnbAlterationBody): string | undefined {
  const amount = resolveAlias(
    ['total_price', body.total_price],
    ['total_price_override', body.total_price_override],
  )
  if (amount === undefined) return undefined
  const text = decimalText(amount)
  if (text === null) throw invalidField('total_price', '`total_price` has more decimals than any currency.')
  return text
}

/** Throws `invalid_body`. */
export function parseAlteration(body: AirbnbAlterationBody): AlterationRequest {
  const listing = body.listing_id === undefined ? undefined : String(body.listing_id)
  resolveAlias(['listing_id', listing], ['airbnb_listing_id', body.airbnb_listing_id])
  const all = {
    checkIn: resolveAlias(['check_in', body.check_in], ['start_date', body.start_date]),
    checkOut: resolveAlias(['check_out', body.check_out], ['end_date', body.end_date]),
    guestCount: guestCountIn(body),
    totalPrice: priceIn(body),
    listingId: listing,
    airbnbListingId: body.airbnb_listing_id,
  }
  const request = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  if (Object.keys(request).length === 0)
    throw invalidField(
      'check_in',
      'Nothing is to be changed: name dates, guests, a price or another listing.',
    )
  return request
}

/** Throws for dates that form no stay. */
export function assertDates(checkIn: string, checkOut: string, request: AlterationRequest): void {
  if (checkIn < checkOut) return
  const field = request.checkOut === undefined ? 'check_in' : 'check_out'
  throw new ApiError('invalid_body', 'The day of departure must lie after the first night.', {
    field,
    value_received: request.checkOut ?? checkIn,
  })
}

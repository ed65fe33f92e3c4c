/** Checks requested updates, as far as possible without a call. Pure. */
import { daysBetween } from '../../../connector-kit/dates.ts'
import { decimalString } from '../../../connector-kit/money.ts'
import type { RateRules } from '../../../connector-kit/rate-calendar-operations.ts'
import {
  bookingRoomStates,
  bookingUnsupportedRules,
  type BookingUpdate,
  type BookingUpdateType,
} from '../../../contract/channel-booking-rates.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { provider } from './provider.ts'

export interface CheckedUpdate {
  roomId: string
  rateId: string
  from: string
  to: string
  rules: RateRules
  roomsToSell?: number
  price?: { amount: string; currency: string; single?: string; occupancy?: number }
}

const longestRange = 366
const supportedRules = [
  ...['minStay', 'maxStay', 'minStayArrival', 'maxStayArrival', 'closedToArrival', 'closedToDeparture'],
]
const ofRates = ['price', 'currency', 'singlePrice', 'occupancy', 'roomsToSell'] as const
const ofInventory = ['availableRooms', 'status', 'closed'] as const
const ofDerived = ['leadingOccupancy', 'occupancies'] as const
const ofNights = ['dateRange', 'restrictions'] as const

export const invalidField = (field: string, message: string, more: object = {}) =>
  new ApiError('invalid_body', message, { field, ...more })

export function checkUpdate(
  update: BookingUpdate,
  index: number,
  type: 'rates' | 'availability',
): CheckedUpdate {
  const at = (name: string) => `updates[${index}].${name}`
  if (type === 'rates' && update.roomsToSell !== undefined) {
    throw new ApiError('inventory_not_in_rate_update', undefined, {
      field: at('roomsToSell'),
      channel: provider,
    })
  }
  assertNoForeignFields(update, at, type)
  if (update.dateRange === undefined)
    throw invalidField(at('dateRange'), `\`dateRange\` is required with ${type}.`)
  const { start, end } = update.dateRange
  if (end < start)
    throw invalidField(at('dateRange.end'), '`end` must not lie before `start`.', { value_received: end })
  if (daysBetween(start, end) >= longestRange)
    throw invalidField(at('dateRange.end'), `A range has at most ${longestRange} nights.`, {
      value_received: end,
    })
  const rules = rulesOf(update, at)
  const stretch = {
    roomId: String(update.roomId),
    rateId: String(update.rateId),
    from: start,
    to: end,
    rules,
  }
  if (type === 'rates') return { ...stretch, price: priceOf(update, at) }
  const { availableRooms } = update
  if (availableRooms === undefined && Object.keys(rules).length === 0)
    throw invalidField(`updates[${index}]`, 'The update sets nothing.')
  return { ...stretch, ...(availableRooms === undefined ? {} : { roomsToSell: availableRooms }) }
}

const foreign = {
  rates: [...ofInventory, ...ofDerived],
  availability: [...ofRates, ...ofDerived],
  'derived-pricing': [...ofRates, ...ofInventory, ...ofNights],
} as const

export function assertNoForeignFields(
  update: BookingUpdate,
  at: (name: string) => string,
  type: BookingUpdateType,
): void {
  const name = foreign[type].find((one) => update[one] !== undefined)
  if (name !== undefined) throw invalidField(at(name), `\`${name}\` does not go with \`${type}\`.`)
}

function priceOf(
  { price, currency, singlePrice, occupancy }: BookingUpdate,
  at: (name: string) => string,
): NonNullable<CheckedUpdate['price']> {
  if (price === undefined) throw invalidField(at('price'), '`price` is required with rates.')
  if (currency === undefined) throw invalidField(at('currency'), '`currency` is required with rates.')
  return {
    amount: decimalString(price) ?? '',
    currency,
    ...(singlePrice === undefined ? {} : { single: decimalString(singlePrice) ?? '' }),
    ...(occupancy === undefined ? {} : { occupancy }),
  }
}

function rulesOf(
  { restrictions = {}, status, closed }: BookingUpdate,
  at: (name: string) => string,
): RateRules {
  const { exactStayArrival: _, minAdvanceRes: __, maxAdvanceRes: ___, ...rules } = restrictions
  const unsupported = bookingUnsupportedRules.find((name) => restrictions[name] !== undefined)
  if (unsupported !== undefined) {
    throw new ApiError('restriction_not_supported', `Booking.com takes no \`${unsupported}\` from here.`, {
      field: at(`restrictions.${unsupported}`),
      value_received: restrictions[unsupported],
      valid_values: supportedRules,
      channel: provider,
    })
  }
  if (status === 'on_request') {
    throw new ApiError(
      'restriction_not_supported',
      'A night at Booking.com is open or closed; it is not on request.',
      {
        field: at('status'),
        value_received: status,
        valid_values: bookingRoomStates.filter((state) => state !== status),
        channel: provider,
      },
    )
  }
  const isClosed = status === undefined ? closed : status === 'unavailable'
  if (closed !== undefined && closed !== isClosed)
    throw invalidField(at('closed'), '`closed` says something else than `status`.', {
      value_received: closed,
    })
  return { ...rules, ...(isClosed === undefined ? {} : { closed: isClosed }) }
}

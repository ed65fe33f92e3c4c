/** Sets how prices for other guest numbers follow a rate. The channel cannot read such rules back. */
import type {
  OccupancyRules,
  RatedRoom,
  RefusedUpdate,
} from '../../../connector-kit/rate-calendar-operations.ts'
import type { BookingUpdated } from '../../../contract/channel-booking-rates.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { ConnectionRow } from '../../accounts/public.ts'
import type { RouteWriteContext } from '../../route.ts'
import { channelTerms } from '../engine/channel-terms.ts'
import { assertSwitchedOn } from '../engine/nights-writer.ts'
import { openProperty } from './open-property.ts'
import { provider } from './provider.ts'
import { checkRate } from './rate-plans.ts'
import { toApplied } from './rate-outcome.ts'
import { invalidField } from './rate-updates.ts'
import { allRefusedError } from './set-rates.ts'
import { assertNoOtherWriter, findWritableRooms } from './rate-write-rules.ts'

export interface DerivedPricesWrite {
  hotel: ConnectionRow
  rules: readonly OccupancyRules[]
  verify: boolean
  dryRun: boolean
}

const others = {
  occupancy: 'a price for each number of guests, which is set by itself',
  length_of_stay: 'prices by length of stay, which are set in the extranet only',
}

export async function setDerivedPrices(
  { services, scope }: Pick<RouteWriteContext, 'services' | 'scope'>,
  { hotel, rules, verify, dryRun }: DerivedPricesWrite,
): Promise<BookingUpdated> {
  const roomIds = rules.map(({ roomId }) => roomId)
  const known = await findWritableRooms(services, scope, hotel, roomIds)
  assertSwitchedOn(channelTerms.booking, hotel, ['rates'])
  const { operation, ask } = await openProperty(services, scope, hotel, 'rateCalendar')
  const [first = ''] = roomIds
  const { rooms, currency, pricing } = await ask(async (context) => ({
    rooms: new Map((await operation.rooms(context)).map((room) => [room.id, room])),
    ...(await operation.property(context)),
    pricing: await operation.pricing(context, first),
  }))
  assertNoOtherWriter(rooms, known, rules)
  const { deriveByGuests } = operation
  if (pricing !== 'standard' || deriveByGuests === undefined) {
    const reason = pricing === 'standard' ? 'no prices that follow others' : others[pricing]
    throw new ApiError(
      'channel_not_supported',
      `Property ${hotel.external_account_id} has ${reason}.`,
      { channel: provider },
      { fix: 'Set prices for each number of guests with `type` `rates` and `occupancy`.' },
    )
  }
  for (const [index, rule] of rules.entries()) checkOne(rooms, rule, index)
  const refused = dryRun ? [] : await ask((context) => deriveByGuests(context, rules), 'the rules were set')
  if (refused.length > 0 && refused.length === rules.length) throw allRefusedError(refused)
  return toAnswer({ hotel, rules, verify, dryRun }, refused, {
    listingIds: [...new Set(roomIds.map((roomId) => known.get(roomId)?.listingId ?? ''))],
    booking: { currency, pricingModel: pricing },
  })
}

function checkOne(rooms: ReadonlyMap<string, RatedRoom>, rule: OccupancyRules, index: number): void {
  checkRate(rooms, rule, index)
  const most = rooms.get(rule.roomId)?.rates.find(({ id }) => id === rule.rateId)?.maxPersons ?? 0
  // The room's capacity is unknown.
  if (most === 0) return
  const rates = [
    ['leadingOccupancy', rule.guests] as const,
    ...rule.others.map(({ guests }, place) => [`occupancies[${place}].persons`, guests] as const),
  ]
  const [field, guests] = rates.find(([, count]) => count > most) ?? []
  if (field !== undefined)
    throw invalidField(`updates[${index}].${field}`, `Rate ${rule.rateId} takes at most ${most} guests.`, {
      value_received: guests,
    })
}

function toAnswer(
  { hotel, rules, verify, dryRun }: DerivedPricesWrite,
  refused: readonly RefusedUpdate[],
  { listingIds, booking }: { listingIds: string[]; booking: BookingUpdated['booking'] },
): BookingUpdated {
  const [listingId, ...more] = listingIds
  const applied = toApplied({ sent: rules.length, refused: refused.length, seen: undefined })
  const none = { sent: 0, applied: 'unverified' as const, matched: 0, mismatched: 0 }
  const skippedReason = dryRun ? 'dry_run' : verify ? 'not_readable' : 'not_requested'
  return {
    hotelId: hotel.external_account_id,
    listingId: listingId === undefined || more.length > 0 ? null : listingId,
    propertyId: hotel.external_account_id,
    requested: rules.length,
    pushed: dryRun ? 0 : rules.length - refused.length,
    occupancy: rules.map(({ roomId, rateId, guests: value }, index) => ({
      ...{ index, roomId, rateId, value },
      source: 'request',
    })),
    applied,
    price: { ...none, sent: rules.length, applied },
    restrictions: none,
    verification: { ran: false, skippedReason, matched: 0, mismatched: 0, rows: [] },
    booking,
    errors: refused.map(({ index, part, message, reference }) => {
      const { roomId = '', rateId = '' } = rules[index] ?? {}
      return { index, roomId, rateId, part, message, bookingRuid: reference ?? null }
    }),
    ...(dryRun ? { dryRun: true } : {}),
  }
}

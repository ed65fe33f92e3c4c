import { blankRow } from '../kit/fields.ts'
import { daysBetween, secondOf } from '../kit/clock.ts'
import type { Person } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import { bookingFields, guestFields, type Booking, type Room } from './records.ts'
import type { Source } from './vocabulary.ts'

export interface BookingPlan {
  id: number
  room: Room
  /** The unit's number; 0 while none is assigned. */
  unitId: number
  arrival: string
  departure: string
  status: string
  source: Source
  person: Person
  madeAtMs: number
  /** No record may be newer than this. */
  nowMs: number
}

export function inventBooking(plan: BookingPlan, random: SeededRandom): Booking {
  const { id, room, unitId, arrival, departure, status, source, madeAtMs, nowMs } = plan
  const isCancelled = status === 'cancelled'
  const changedMs = Math.min(nowMs, madeAtMs + random.int(0, 72 * 3600) * 1000)
  const price = source.isFeed
    ? 0
    : Math.round((room.rackRate || 95) * daysBetween(arrival, departure) * 100) / 100
  const isOta = source.commission > 0
  const booking: Booking = {
    ...blankRow(bookingFields, id),
    masterId: null,
    propertyId: room.propertyId,
    roomId: room.id,
    unitId,
    roomQty: 1,
    status,
    subStatus: isCancelled ? random.pick(['none', 'cancelledByGuest', 'cancelledByHost']) : 'none',
    statusCode: 0,
    arrival,
    departure,
    numAdult: random.int(1, 4),
    numChild: random.chance(0.2) ? random.int(1, 2) : 0,
    ...guestOf(plan, random),
    arrivalTime: random.pick(['', '', '16:00', 'late evening']),
    notes: '',
    message: '',
    flagColor: '',
    flagText: '',
    lang: plan.person.locale.slice(0, 2),
    price,
    deposit: 0,
    tax: 0,
    commission: Math.round(price * source.commission * 100) / 100,
    rateDescription: '',
    offerId: 1,
    referer: source.name,
    reference: '',
    apiSourceId: source.id,
    apiSource: source.name,
    channel: source.channel,
    apiReference: isOta ? random.digits(10) : '',
    apiMessage: '',
    bookingTime: secondOf(madeAtMs),
    modifiedTime: secondOf(changedMs),
    cancelTime: isCancelled ? secondOf(changedMs) : null,
  }
  return status === 'black' ? { ...booking, ...blockParts() } : booking
}

/** A block made by hand is a row of the same list, without guest and price. */
function blockParts(): Partial<Booking> {
  const nobody = Object.fromEntries(guestFields.map((name) => [name, '']))
  const direct = { apiSourceId: 0, apiSource: 'Direct', channel: 'direct', referer: '', apiReference: '' }
  return {
    ...nobody,
    ...direct,
    notes: 'Owner',
    price: 0,
    commission: 0,
    numAdult: 0,
    numChild: 0,
    country2: null,
  }
}

function guestOf({ person, source }: BookingPlan, random: SeededRandom): Partial<Booking> {
  const showsGuest = !source.isFeed
  const withAddress = showsGuest && random.chance(0.4)
  return {
    title: '',
    firstName: showsGuest ? person.firstName : '',
    lastName: showsGuest ? person.lastName : 'Reserved',
    email: showsGuest && random.chance(0.7) ? person.email : '',
    phone: showsGuest && random.chance(0.7) ? person.phone : '',
    mobile: showsGuest && random.chance(0.2) ? person.phone : '',
    company: '',
    address: '',
    city: withAddress ? person.city : '',
    state: '',
    postcode: withAddress ? person.zip : '',
    country: '',
    country2: showsGuest ? person.country : null,
    comments: random.chance(0.1) ? 'Arriving late, around 23:00.' : '',
  }
}

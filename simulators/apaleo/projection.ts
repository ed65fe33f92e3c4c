import { addDays } from '../kit/clock.ts'
import type { Person } from '../kit/people.ts'
import { roundMoney } from '../kit/places.ts'
import { daysOf } from '../kit/nights.ts'
import type {
  HomeProjection,
  InventedHome,
  InventedStay,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import type { World } from '../kit/world/world.ts'
import { momentAt, money } from './answers.ts'
import {
  reservationFields,
  unitGroupFields,
  type Property,
  type Reservation,
  type UnitGroup,
} from './records.ts'

interface Channel {
  code: string
  source: string | null
  /** What the channel keeps of the price, in percent. */
  commission: number
}

export interface ApaleoKinds {
  home: UnitGroup
  stay: Reservation
  message: never
  review: never
  channel: Channel
  status: string
}
export type ApaleoWorld = World<ApaleoKinds>

/** Three unit groups make a property: many doubles, one apartment, and a few suites. */
const groupsOfProperty = [
  { code: 'DBL', name: 'Double', memberCount: 4 },
  { code: 'APT', name: 'Apartment', memberCount: 1 },
  { code: 'STE', name: 'Suite', memberCount: 2 },
] as const
const propertyNumberOf = (number: number): number => Math.floor(number / groupsOfProperty.length)

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Ids are letters. */
function lettersOf(number: number, length: number): string {
  return Array.from({ length }, (_, place) => {
    const digit = Math.floor(number / letters.length ** (length - 1 - place)) % letters.length
    return letters[digit] ?? 'A'
  }).join('')
}

export const reservationIds = (number: number) => {
  const bookingId = lettersOf(7_654_321_987 + number * 7919, 8)
  return { bookingId, id: `${bookingId}-1` }
}

export const basePlanOf = ({ propertyId, code }: UnitGroup): string => `${propertyId}-FLEX-${code}`
export const unitIdsOf = ({ id, memberCount }: UnitGroup): string[] =>
  Array.from({ length: memberCount ?? 0 }, (_, index) => `${id}-${101 + index}`)

function propertyOf(id: string, { place, ...home }: InventedHome): Property {
  return {
    id,
    name: `House ${place.city}`,
    timeZone: place.timeZone,
    currency: place.currency,
    checkInTime: `${home.checkIn}:00`,
    checkOutTime: `${home.checkOut}:00`,
    location: {
      addressLine1: home.street,
      postalCode: place.zip,
      city: place.city,
      countryCode: place.countryCode,
    },
  }
}

/** Properties are made with their first unit group. */
function homesIn(properties: Map<string, Property>): HomeProjection<ApaleoKinds> {
  return {
    fields: unitGroupFields,
    fixed: ['id', 'propertyId'],
    idOf: ({ id }) => id,
    placeNumberOf: propertyNumberOf,
    unitsOf: ({ memberCount }) => memberCount ?? 1,
    toRow: (home) => {
      const propertyId = lettersOf(700 + propertyNumberOf(home.number), 3)
      properties.set(propertyId, properties.get(propertyId) ?? propertyOf(propertyId, home))
      const place = home.number % groupsOfProperty.length
      const { code, name, memberCount } = groupsOfProperty[place] ?? groupsOfProperty[0]
      return {
        id: `${propertyId}-${code}`,
        propertyId,
        code,
        name,
        description:
          home.number % 4 === 3 ? `${name} – "terrace" & garden` : `A quiet ${name.toLowerCase()}.`,
        type: 'BedRoom',
        memberCount,
        maxPersons: home.sleeps,
        rank: place + 1,
      }
    },
  }
}

const channels: StayProjection<ApaleoKinds>['channels'] = [
  [{ code: 'BookingCom', source: 'Booking.com', commission: 15 }, 6],
  [{ code: 'ChannelManager', source: 'Airbnb', commission: 3 }, 4],
  [{ code: 'ChannelManager', source: 'VRBO', commission: 0 }, 2],
  [{ code: 'Expedia', source: null, commission: 18 }, 2],
  [{ code: 'Ibe', source: null, commission: 0 }, 2],
  [{ code: 'Direct', source: null, commission: 0 }, 4],
]

const weights = (counts: Record<string, number>) => Object.entries(counts)

function staysIn(properties: Map<string, Property>): StayProjection<ApaleoKinds> {
  const zoneOf = ({ propertyId }: Reservation) => properties.get(propertyId ?? '')?.timeZone ?? 'UTC'
  return {
    fields: reservationFields,
    fixed: ['id', 'bookingId', 'propertyId'],
    idOf: ({ id }) => id,
    homeIdOf: ({ unitGroupId }) => unitGroupId,
    arrival: 'arrival',
    departure: 'departure',
    channels,
    past: weights({ CheckedOut: 18, Canceled: 3, NoShow: 1 }),
    coming: weights({ Confirmed: 18, InHouse: 1, Canceled: 3 }),
    booked: () => 'Confirmed',
    toRow: (stay) => rowOf(stay, properties.get(stay.home.propertyId ?? '')?.timeZone ?? 'UTC'),
    takesNights: isHeld,
    isOfGuests: () => true,
    isCancelled: (stay) => !isHeld(stay),
    toCancelled: (stay, nowMs) => ({
      status: 'Canceled',
      cancellationTime: momentAt(nowMs, zoneOf(stay)),
    }),
    toChanged: (stay, nowMs) => ({ modified: momentAt(nowMs, zoneOf(stay)) }),
    toParty: (adults) => ({ adults }),
    withoutGuest: { primaryGuest: null, booker: null },
  }
}

/** Any other word holds the nights. */
const isHeld = ({ status }: Reservation): boolean => status !== 'Canceled' && status !== 'NoShow'

function rowOf(stay: InventedStay<ApaleoKinds>, timeZone: string): Reservation {
  const { home, channel, price, party, random } = stay
  const status = stay.overrides.status ?? stay.status
  const [created, changed] = [momentAt(stay.madeAtMs, timeZone), momentAt(stay.changedAtMs, timeZone)]
  const ratePlanId = basePlanOf(home)
  const isOfChannel = channel.code !== 'Direct' && channel.code !== 'Ibe'
  const code = isOfChannel ? random.digits(10) : null
  const guest = guestOf(stay.person, channel)
  const nights = daysOf({ from: stay.arrival, to: addDays(stay.departure, -1) })
  const nightly = roundMoney(price.total / Math.max(1, nights.length), price.currency)
  const fee = roundMoney((price.total * channel.commission) / 100, price.currency)
  return {
    ...reservationIds(stay.number),
    ...{ status, propertyId: home.propertyId, unitGroupId: home.id, ratePlanId },
    // A unit is often assigned on the day of arrival only.
    unitId: stay.unit === 0 || random.chance(0.4) ? null : (unitIdsOf(home)[stay.unit - 1] ?? null),
    ...{ arrival: stay.arrival, departure: stay.departure, created, modified: changed },
    cancellationTime: status === 'Canceled' ? changed : null,
    noShowTime: status === 'NoShow' ? changed : null,
    ...{ channelCode: channel.code, source: channel.source, externalCode: code, comment: null },
    guaranteeType: isOfChannel ? 'Ota' : 'PM6Hold',
    externalReferences: code === null ? null : { onlineTravelAgencyId: code },
    ...{ primaryGuest: guest, booker: guest },
    totalGrossAmount: money(price.total, price.currency),
    commission: fee === 0 ? null : { commissionAmount: money(fee, price.currency) },
    adults: party.adults,
    children: { ages: [...Array<number>(party.children).fill(9), ...Array<number>(party.infants).fill(0)] },
    slices: nights.map((date) => ({ date, ratePlanId, amount: nightly })),
  }
}

/** Airbnb reveals no addresses. */
function guestOf(person: Person, { source }: Channel): object {
  return {
    title: 'Other',
    firstName: person.firstName,
    lastName: person.lastName,
    ...(source === 'Airbnb' ? {} : { email: person.email }),
    phone: person.phone,
    address: { countryCode: person.country },
    preferredLanguage: person.locale.slice(0, 2),
  }
}

export const apaleoProjection = (properties: Map<string, Property>): WorldProjection<ApaleoKinds> => ({
  homes: homesIn(properties),
  stays: staysIn(properties),
})

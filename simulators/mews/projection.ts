import { secondOf } from '../kit/clock.ts'
import type {
  HomeProjection,
  InventedParty,
  InventedStay,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import type { World } from '../kit/world/world.ts'
import { dayIn, localMoment } from './local-time.ts'
import { freeRoom, heldStates } from './nights.ts'
import { categoryFields, nulls, reservationFields } from './records.ts'
import type { Category, Customer, Reservation } from './records.ts'
import { addRoomType } from './rooms.ts'
import type { Store } from './store.ts'

interface Channel {
  origin: string
  /** The channel that a channel manager names. */
  agency?: string
}

export interface MewsKinds {
  /** A room type is what guests book. */
  home: Category
  stay: Reservation
  message: never
  review: never
  channel: Channel
  status: string
}
export type MewsWorld = World<MewsKinds>

const notSleptIn = ['ParkingSpot', 'MeetingRoom', 'ExtraBed']
/** Whether a room type is sold to guests who sleep in it. */
export const isSold = ({ IsActive, Type }: Category): boolean => IsActive && !notSleptIn.includes(Type)

const homesIn = (store: Store): HomeProjection<MewsKinds> => ({
  fields: categoryFields,
  fixed: [],
  idOf: ({ Id }) => Id,
  placeNumberOf: (number) => store.hotelOf(number).placeNumber,
  isOpen: isSold,
  unitsOf: (category) => store.roomsOf(category).length,
  toRow: (home) => addRoomType(store, home),
})

const managed = (agency: string): Channel => ({ origin: 'ChannelManager', agency })
const channels: StayProjection<MewsKinds>['channels'] = [
  [managed('Booking.com'), 3],
  [managed('Airbnb'), 2],
  [managed('Expedia'), 2],
  [managed('Vrbo'), 2],
  [managed('Blue Globe Tours'), 1],
  [{ origin: 'Distributor' }, 5],
  [{ origin: 'Commander' }, 5],
  [{ origin: 'Connector' }, 1],
  [{ origin: 'Navigator' }, 1],
  [{ origin: 'Import' }, 1],
]
export const agencies = channels.flatMap(([{ agency }]) => agency ?? [])

const weights = (counts: Record<string, number>) => Object.entries(counts)

const staysIn = (store: Store): StayProjection<MewsKinds> => ({
  fields: reservationFields,
  fixed: [],
  idOf: ({ Id }) => Id,
  homeIdOf: ({ RequestedResourceCategoryId }) => RequestedResourceCategoryId,
  arrival: 'ScheduledStartUtc',
  departure: 'ScheduledEndUtc',
  daysOf: (fields) => {
    const dayOf = (utc?: string | null) => (utc ? dayIn(utc, store.zoneOf(fields)) : utc)
    return { arrival: dayOf(fields.ScheduledStartUtc), departure: dayOf(fields.ScheduledEndUtc) }
  },
  channels,
  past: weights({ Processed: 26, Canceled: 5 }),
  coming: weights({ Confirmed: 24, Canceled: 4, Optional: 3, Inquired: 3, Requested: 1 }),
  booked: () => 'Confirmed',
  toRow: (stay) => rowOf(store, stay),
  takesNights: ({ State }) => heldStates.includes(State),
  isOfGuests: () => true,
  isCancelled: ({ State }) => State === 'Canceled',
  toCancelled: (_row, nowMs) => ({
    ...{ State: 'Canceled', CancellationReason: 'RequestedByGuest', CancelledUtc: secondOf(nowMs) },
  }),
  toChanged: (_row, nowMs) => ({ UpdatedUtc: secondOf(nowMs) }),
  derived: ({ ScheduledStartUtc: StartUtc, ScheduledEndUtc: EndUtc }) => ({ StartUtc, EndUtc }),
  toParty: (adults, row) => ({ PersonCounts: personsOf(store, row, { adults, children: 0, infants: 0 }) }),
  // Profiles hold the guests' data.
  withoutGuest: {},
})

const reasons = ['RequestedByGuest', 'RequestedByBooker', 'TravelAgency', 'NoShow', 'InputError', 'Other']
const origins = ['Phone', 'Email', 'InPerson', 'Website', null]

function rowOf(store: Store, stay: InventedStay<MewsKinds>): Reservation {
  const { home, channel, random } = stay
  const zone = store.zoneOf(home)
  const State = stay.overrides.State ?? stay.status
  const [madeUtc, changedUtc] = [secondOf(stay.madeAtMs), secondOf(stay.changedAtMs)]
  const start = localMoment(stay.arrival, random.chance(0.1) ? '22:30' : '15:00', zone)
  const end = localMoment(stay.departure, '11:00', zone)
  const { Id: customerId } = customerOf(store, stay)
  const firm = random.chance(0.06) ? store.companies.all().find(({ Name }) => !agencies.includes(Name)) : null
  const agency = store.companies.all().find(({ Name }) => Name === channel.agency)
  const rates = store.rates.all().filter((rate) => rate.ServiceId === home.ServiceId && rate.IsEnabled)
  const isCancelled = State === 'Canceled'
  // Inquiries have no room, and others often get theirs on the day of arrival only.
  const isHeld = isCancelled || heldStates.includes(State)
  const isAssigned = isHeld && (stay.arrival <= store.today() || random.chance(0.85))
  const room = stay.unit === 0 ? freeRoom(store, home, { start, end }) : store.roomsOf(home)[stay.unit - 1]
  return {
    ...bareReservation(store, { number: stay.number, category: home, State, start, end, madeUtc }),
    ...{ RateId: random.pick(rates).Id, CreatorProfileId: store.staffId, UpdaterProfileId: store.staffId },
    ...{ AccountId: firm?.Id ?? customerId, AccountType: firm ? 'Company' : 'Customer' },
    ...{ BookerId: firm ? customerId : null, PartnerCompanyId: firm?.Id ?? null, Origin: channel.origin },
    CommanderOrigin: channel.origin === 'Commander' ? random.pick(origins) : null,
    ...{ UpdatedUtc: changedUtc, AssignedResourceId: isAssigned ? (room?.Id ?? null) : null },
    TravelAgencyId: agency?.Id ?? null,
    ChannelNumber: agency === undefined ? null : random.digits(10),
    ChannelManagerNumber: agency === undefined ? null : '',
    CancelledUtc: isCancelled ? changedUtc : null,
    CancellationReason: isCancelled ? random.pick(reasons) : null,
    ReleasedUtc: State === 'Optional' ? start : null,
    ...(State === 'Processed' ? { ActualStartUtc: start, ActualEndUtc: end } : {}),
    Purpose: random.pick(['Leisure', 'Business', null]),
    PersonCounts: personsOf(store, home, {
      ...stay.party,
      adults: Math.min(stay.party.adults, home.Capacity),
    }),
  } as Reservation
}

interface ReservationFacts {
  /** Counts all reservations. */
  number: number
  category: Category
  State: string
  start: string
  end: string
  madeUtc: string
}

/** A reservation with only what the booking itself says, as the application makes it. */
export function bareReservation(
  store: Store,
  { number, category, State, start, end, madeUtc }: ReservationFacts,
): Reservation {
  return {
    ...{ Id: store.newId(), ServiceId: category.ServiceId, AccountId: '', AccountType: 'Customer' },
    ...{ CreatorProfileId: store.connectorId, UpdaterProfileId: store.connectorId, GroupId: store.newId() },
    ...{ Number: String(40_001 + number), State, Origin: 'Connector', RateId: '' },
    ...{ CreatedUtc: madeUtc, UpdatedUtc: madeUtc, RequestedResourceCategoryId: category.Id },
    Options: {
      ...{ OwnerCheckedIn: false, ConnectorCheckIn: false },
      ...{ AllCompanionsCheckedIn: false, AnyCompanionCheckedIn: false },
    },
    ...nulls('BookerId', 'CommanderOrigin', 'OriginDetails', 'CancelledUtc', 'VoucherId', 'CreditCardId'),
    ...nulls('BusinessSegmentId', 'AssignedResourceId', 'AvailabilityBlockId', 'PartnerCompanyId'),
    ...nulls('TravelAgencyId', 'ChannelNumber', 'ChannelManagerNumber', 'CancellationReason', 'ReleasedUtc'),
    ...nulls('ActualStartUtc', 'ActualEndUtc', 'Purpose', 'QrCodeData'),
    ...{ AssignedResourceLocked: false, PersonCounts: [] },
    ...{ ScheduledStartUtc: start, ScheduledEndUtc: end, StartUtc: start, EndUtc: end },
  } as unknown as Reservation
}

/** Counts a party by the ages that the hotel tells apart. */
function personsOf(
  store: Store,
  { ServiceId }: { ServiceId: string },
  { adults, children, infants }: Omit<InventedParty, 'pets'>,
): Reservation['PersonCounts'] {
  const ages = store.ages.all().filter((age) => age.ServiceId === ServiceId)
  return [adults, children, infants].flatMap((Count, index) => {
    const AgeCategoryId = ages[index]?.Id
    return Count === 0 || AgeCategoryId === undefined ? [] : [{ AgeCategoryId, Count }]
  })
}

const nobody = { FirstName: null, LastName: '', Email: null, Phone: null }

/** People who come again keep their profile. */
function customerOf(store: Store, stay: InventedStay<MewsKinds>): Customer {
  const { person, random, guestNumber } = stay
  const known = store.guests.get(guestNumber)
  if (known !== undefined) return known
  const customer = newCustomer(store, secondOf(stay.madeAtMs), {
    ...{ CreatorProfileId: store.staffId, UpdaterProfileId: store.staffId, Number: random.digits(6) },
    // Some channels give one name only, which lands in the field that must not be empty.
    FirstName: random.chance(0.1) ? null : person.firstName,
    ...{ LastName: person.lastName, NationalityCode: person.country, LanguageCode: person.locale },
    PreferredLanguageCode: random.chance(0.5) ? person.locale : null,
    Email: random.chance(0.15) ? null : person.email,
    HasOtaEmail: random.chance(0.3),
    Phone: random.chance(0.3) ? null : person.phone,
    ...nulls('Title', 'Sex', 'SecondLastName', 'AddressId', 'Address', 'CompanyId', 'MergeTargetId'),
  })
  store.lateGuests.mayHoldBack(customer, nobody)
  store.guests.set(guestNumber, customer)
  return customer
}

export function newCustomer(store: Store, at: string, fields: object): Customer {
  return store.customers.add({
    ...{ Id: store.newId(), ChainId: store.chainId, Number: String(store.customers.size + 1), ...nobody },
    ...{ HasOtaEmail: false, Notes: null, Classifications: [], Options: ['None'], IsActive: true },
    ...{ PreferredSpaceFeatures: [], CreatorProfileId: store.connectorId },
    ...{ UpdaterProfileId: store.connectorId, CreatedUtc: at, UpdatedUtc: at, ...fields },
  } as Customer)
}

export const mewsProjection = (store: Store): WorldProjection<MewsKinds> => ({
  homes: homesIn(store),
  stays: staysIn(store),
})

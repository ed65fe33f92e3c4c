import { secondOf } from '../kit/clock.ts'
import type {
  HomeProjection,
  InventedPrice,
  InventedStay,
  MessageProjection,
  ReviewProjection,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import type { World } from '../kit/world/world.ts'
import { zoneless } from './answers.ts'
import { leadFields, propertyFields, type Lead, type Message, type Property, type Review } from './records.ts'

export interface HostfullyKinds {
  home: Property
  stay: Lead
  message: Message
  review: Review
  /** The channel and the source of a lead. */
  channel: readonly [channel: string, source: string]
  status: readonly [type: string, status: string]
}
export type HostfullyWorld = World<HostfullyKinds>

export const agencyUid = '000000a7-0000-4000-8000-000000000007'
const kinds = { property: '1', lead: '3', guest: '4', thread: '5', message: '6', review: '8', webhook: '9' }
/** The same number always gives the same id. */
export const uuid = (kind: keyof typeof kinds, number: number): string =>
  `0000000${kinds[kind]}-0000-4000-8000-${String(number).padStart(12, '0')}`

const hourOf = (time: string): number => Number(time.slice(0, 2))

const homes: HomeProjection<HostfullyKinds> = {
  fields: propertyFields,
  fixed: ['uid'],
  idOf: ({ uid }) => uid,
  isOpen: ({ isActive }) => isActive === true,
  toRow: ({ number, place, ...home }) => ({
    uid: uuid('property', 301 + number * 7),
    name: number % 5 === 0 ? `${home.name} – "terrace" & garden` : home.name,
    isActive: number % 11 !== 8,
    ...{ propertyType: home.random.pick(['HOUSE', 'CONDO', 'CABIN']), listingType: 'ENTIRE_HOME' },
    timeZone: place.timeZone,
    ...{ bedrooms: home.bedrooms, beds: home.bedrooms + 1, bathrooms: String(home.bathrooms) },
    address: {
      ...{ address: home.street, address2: null, city: place.city, state: place.state, zipCode: place.zip },
      ...{ countryCode: place.countryCode, latitude: home.lat, longitude: home.lng },
    },
    availability: {
      ...{ maxGuests: home.sleeps, baseGuests: 2, minimumStay: 1 + (number % 3), maximumStay: 0 },
      ...{ checkInTimeStart: hourOf(home.checkIn), checkInTimeEnd: 22, checkOutTime: hourOf(home.checkOut) },
    },
    pricing: { currency: place.currency, dailyRate: home.nightly, cleaningFee: home.cleaning, taxRate: 0.1 },
    airbnbData: number % 3 === 0 ? { airbnbId: String(51_200_001 + number) } : null,
    ...{ externalId: null, pictureLink: `https://assets.example.com/hostfully/${number}.jpg`, webLink: null },
    ...{ wifiNetwork: number % 4 === 0 ? `guest-${number}` : null, wifiPassword: null },
  }),
}

/** The parts of an order; the route adds the lead. */
export function orderOf({ currency, rent, discount, cleaning, tax, total }: Omit<InventedPrice, 'isPaid'>) {
  return {
    currency,
    rent: {
      ...{ rentNetPrice: rent, extraGuestsNetPrice: 0, discount, netPrice: rent - discount },
      ...{ grossPrice: rent - discount + tax, taxAmount: tax, rentBreakdowns: [] },
    },
    fees: { cleaningFee: { netPrice: cleaning, grossPrice: cleaning } },
    channelCommission: { amount: Math.round(rent * 3) / 100 },
    securityDeposit: { amount: 0 },
    totalTaxesAmount: tax,
    totalAmount: total,
  }
}

const stampsOf = (ms: number) => ({ updatedUtcDateTime: secondOf(ms), orderUpdatedUtcDateTime: secondOf(ms) })

const cancelled: readonly unknown[] = ['CANCELLED', 'DECLINED', 'CLOSED', 'IGNORED', 'DUPLICATE']
const holding: readonly unknown[] = ['BOOKED', 'BLOCKED', 'PENDING', 'ON_HOLD']

function leadOf({ overrides, home, party, price, person, ...stay }: InventedStay<HostfullyKinds>): Lead {
  const [type, status] = [overrides.type ?? stay.status[0], overrides.status ?? stay.status[1]]
  const [channel, source] = stay.channel
  const isBlock = type === 'BLOCK'
  const madeAt = secondOf(stay.madeAtMs)
  const guest = {
    guestUid: uuid('guest', stay.guestNumber),
    ...{ firstName: person.firstName, lastName: person.lastName, phoneNumber: person.phone },
    // Airbnb reveals no addresses.
    ...{ email: channel === 'AIRBNB' ? null : person.email, countryCode: person.country },
    ...{ adultCount: party.adults, childrenCount: party.children },
    ...{ infantCount: party.infants, petCount: party.pets },
  }
  const nobody = Object.fromEntries(Object.keys(guest).map((name) => [name, null]))
  return {
    uid: uuid('lead', 1001 + stay.number),
    propertyUid: home.uid,
    ...{ type, status },
    channel: isBlock ? 'HOSTFULLY' : (overrides.channel ?? channel),
    source: isBlock ? 'HOSTFULLY_UI' : (overrides.source ?? source),
    externalBookingId: source.startsWith('DIRECT_') && !isBlock ? `HM${stay.random.digits(8)}` : null,
    ...{ checkInDate: stay.arrival, checkOutDate: stay.departure },
    ...((isBlock ? nobody : guest) as typeof guest),
    ...{ notes: '', extraNotes: null, threadUid: null },
    bookedUtcDateTime: type === 'BOOKING' ? madeAt : null,
    ...{ createdUtcDateTime: madeAt, ...stampsOf(stay.changedAtMs) },
    order: isBlock || type === 'INQUIRY' ? null : orderOf(price),
  }
}

const stays: StayProjection<HostfullyKinds> = {
  fields: leadFields,
  fixed: ['uid', 'threadUid'],
  idOf: ({ uid }) => uid,
  homeIdOf: ({ propertyUid }) => propertyUid,
  arrival: 'checkInDate',
  departure: 'checkOutDate',
  leastNights: 1,
  channels: [
    [['AIRBNB', 'DIRECT_AIRBNB'], 9],
    [['VRBO', 'DIRECT_HOMEAWAY'], 5],
    [['BOOKINGDOTCOM', 'DIRECT_BOOKINGDOTCOM'], 5],
    [['HOSTFULLY', 'ORBIRENTAL_WIDGET'], 2],
    [['HOSTFULLY', 'HOSTFULLY_UI'], 4],
    [['HOMETOGO', 'DIRECT_HOMETOGO'], 1],
  ],
  past: [
    [['BOOKING', 'BOOKED'], 17],
    [['BOOKING', 'CANCELLED'], 3],
    [['BLOCK', 'BLOCKED'], 2],
    [['BOOKING_REQUEST', 'DECLINED'], 1],
    [['INQUIRY', 'CLOSED'], 1],
  ],
  coming: [
    [['BOOKING', 'BOOKED'], 16],
    [['BOOKING', 'CANCELLED'], 3],
    [['BLOCK', 'BLOCKED'], 2],
    [['BOOKING_REQUEST', 'PENDING'], 1],
    [['INQUIRY', 'NEW'], 1],
    [['INQUIRY', 'ON_HOLD'], 1],
  ],
  booked: () => ['BOOKING', 'BOOKED'],
  toRow: leadOf,
  takesNights: ({ status }) => holding.includes(status),
  isOfGuests: ({ type }) => type === 'BOOKING' || type === 'BOOKING_REQUEST',
  isCancelled: ({ status }) => cancelled.includes(status),
  toCancelled: () => ({ status: 'CANCELLED' }),
  toChanged: (_lead, nowMs) => stampsOf(nowMs),
  toParty: (adultCount) => ({ adultCount }),
  withoutGuest: { firstName: null, lastName: null, email: null, phoneNumber: null },
}

const messages: MessageProjection<HostfullyKinds> = {
  threadIdOf: ({ threadUid }) => threadUid ?? undefined,
  openThread: (lead, number) => void (lead.threadUid = uuid('thread', 501 + number)),
  toRow: ({ number, threadId, stay, body, isIncoming, atMs }) => ({
    id: uuid('message', 7001 + number),
    threadUid: String(threadId),
    leadUid: stay.uid,
    ...{ type: stay.channel, status: 'SENT', senderType: isIncoming ? 'GUEST' : 'AGENCY' },
    text: body,
    attachments: [],
    createdUtcDateTime: secondOf(atMs),
  }),
}

const reviewSources: Readonly<Record<string, string>> = { BOOKINGDOTCOM: 'BOOKING_DOT_COM' }

const reviews: ReviewProjection<HostfullyKinds> = {
  idOf: ({ id }) => id,
  toRow: ({ number, stay, rating, text, atMs }) => {
    const scale = stay.channel === 'BOOKINGDOTCOM' ? 2 : 1
    return {
      id: uuid('review', 1 + number),
      ...{ propertyUid: stay.propertyUid, leadUid: stay.uid, author: stay.firstName },
      ...{ title: number % 3 === 0 ? 'Our stay' : null, content: text, rating: rating * scale },
      source: reviewSources[stay.channel ?? ''] ?? stay.channel ?? 'HOSTFULLY',
      date: zoneless(secondOf(atMs)) ?? '',
      privateFeedback: number % 4 === 0 ? 'The lamp flickers.' : null,
      ratingCategories: [{ category: 'CLEANLINESS', rate: rating * scale }],
      ...{ reviewResponse: null, responseDateTimeUTC: null },
    }
  },
}

export const hostfullyProjection: WorldProjection<HostfullyKinds> = { homes, stays, messages, reviews }

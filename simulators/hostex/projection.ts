import type { Person } from '../kit/people.ts'
import type {
  HomeProjection,
  InventedHome,
  InventedPrice,
  InventedStay,
  MessageProjection,
  ReviewProjection,
  StayProjection,
  WorldProjection,
} from '../kit/world/projection.ts'
import type { World } from '../kit/world/world.ts'
import { moment } from './answers.ts'
import {
  propertyFields,
  reservationFields,
  type ChannelListing,
  type Message,
  type Property,
  type Reservation,
  type Review,
} from './records.ts'

export interface HostexKinds {
  home: Property
  stay: Reservation
  message: Message
  review: Review
  channel: string
  status: string
}
export type HostexWorld = World<HostexKinds>

export const customChannel = { id: 77, name: 'Direct' }
export const customChannels = [{ id: 12, name: 'Walk-in' }, customChannel]

/** Every home is on Airbnb; a channel's number says nothing about the property's. */
function channelsOf({ number, place: { currency } }: InventedHome): ChannelListing[] {
  const on = (channel_type: string, listing_id: string) => ({ channel_type, listing_id, currency })
  return [
    on('airbnb', `16354366466668${26_000 + number}`),
    ...(number % 2 === 0 ? [on('booking_site', `${110_800 + number}-13274`)] : []),
    ...(number % 3 === 0 ? [on('booking.com', `${800_100 + number}01-${38_000_000 + number}`)] : []),
    ...(number % 4 === 1 ? [on('vrbo', `321.${2_900_000 + number}.3460${number}`)] : []),
  ]
}

const homes: HomeProjection<HostexKinds> = {
  fields: propertyFields,
  fixed: ['id'],
  idOf: ({ id }) => id,
  toRow: (home) => ({
    id: 12_659_601 + home.number * 3,
    title: home.number % 5 === 0 ? `${home.name} – "terrace" & garden` : home.name,
    channels: channelsOf(home),
    ...{ groups: [], tags: [] },
    cover: { original_url: `https://assets.example.com/hostex/${home.number}.jpg` },
    ...{ default_checkin_time: home.checkIn, default_checkout_time: home.checkOut },
    timezone: home.place.timeZone,
    ...{
      wifi_ssid: home.number % 3 === 0 ? `guest-${home.number}` : '',
      wifi_password: '',
      wifi_remarks: '',
    },
    ...(home.number % 4 === 3
      ? { address: '', longitude: null, latitude: null }
      : {
          address: `${home.street}, ${home.place.city}`,
          ...{ longitude: String(home.lng), latitude: String(home.lat) },
        }),
  }),
}

export function ratesOf(
  { currency, rent, cleaning, discount, tax, total }: Omit<InventedPrice, 'isPaid'>,
  commission: number,
): object {
  const money = (amount: number) => ({ currency, amount })
  const line = (type: string, description: string, amount: number) => ({
    type,
    description,
    ...money(amount),
  })
  const details = [
    line('ACCOMMODATION', 'Accommodation', rent),
    line('HOST_SERVICE_FEE', 'Commission', commission),
    line('CLEANING_FEE', 'Cleaning fee', cleaning),
    line('TAX', 'Occupancy tax', tax),
    line('OTHER', 'Weekly discount', -discount),
  ]
  return {
    ...{ total_rate: money(total), rate: money(total) },
    ...{ total_commission: money(commission), commission: money(commission) },
    details: details.filter(({ amount }) => amount !== 0),
  }
}

/** Airbnb reveals no addresses. */
function guestFields({ firstName, lastName, email, phone }: Person, channel: string, guestNumber: number) {
  const guest_name = `${firstName} ${lastName}`
  const guest_email = channel === 'airbnb' ? '' : email
  const booker = { id: 73_825_704 + guestNumber, name: guest_name, phone, email: guest_email }
  const unknown = { id_type: null, id_number: null, gender: null, country: null }
  return {
    guest_name,
    guest_phone: phone,
    guest_email,
    guests: guestNumber % 9 === 4 ? [] : [{ ...booker, ...unknown, is_booker: true }],
  }
}

const cancelled: readonly string[] = ['cancelled', 'denied', 'timeout']

/** Every fifteenth stay belongs to the reservation before it, which then has two. */
function codesOf(number: number): Pick<Reservation, 'reservation_code' | 'stay_code' | 'channel_id'> {
  const isSecond = number % 15 === 1
  const channel_id = `HM${(4_100_000 + number - (isSecond ? 1 : 0)) * 7}`
  const end = `id${((number - (isSecond ? 1 : 0)) * 7919 + 104_729).toString(36)}`
  const reservation_code = `0-${channel_id}-${end}`
  return { channel_id, reservation_code, stay_code: isSecond ? `0-${channel_id}_1-${end}` : reservation_code }
}

function reservationOf(stay: InventedStay<HostexKinds>): Reservation {
  const { home, channel, status, party, price, number } = stay
  const isDirect = channel === 'hostex_direct'
  const listing = home.channels.find(({ channel_type }) => channel_type === channel)
  return {
    ...codesOf(number),
    property_id: home.id,
    channel_type: channel,
    listing_id: listing?.listing_id ?? String(home.id),
    check_in_date: stay.arrival,
    check_out_date: stay.departure,
    number_of_guests: party.adults + party.children,
    ...{ number_of_adults: party.adults, number_of_children: party.children },
    ...{ number_of_infants: party.infants, number_of_pets: party.pets },
    status,
    stay_status: 'checkin_pending',
    ...guestFields(stay.person, channel, stay.guestNumber),
    cancelled_at: cancelled.includes(status) ? moment(stay.changedAtMs) : null,
    ...{ booked_at: moment(stay.madeAtMs), created_at: moment(stay.madeAtMs), creator: 'System' },
    rates: ratesOf(price, isDirect ? 0 : Math.round(price.total * 15.5) / 100),
    check_in_details: {
      arrival_at: number % 3 === 0 ? { hour: 16, minute: 30 } : null,
      ...{ departure_at: null, lock_code: null, lock_code_visible_after: '12:00', deposit: null },
    },
    ...{ remarks: '', channel_remarks: '', conversation_id: null, tags: [], custom_fields: null },
    custom_channel: isDirect ? customChannel : { id: 1, name: channel },
    in_reservation_box: false,
  }
}

const weights = (text: string) =>
  text.split(', ').map((pair) => {
    const [word = '', weight] = pair.split(' ')
    return [word, Number(weight)] as const
  })

const stays: StayProjection<HostexKinds> = {
  fields: reservationFields,
  fixed: ['reservation_code', 'stay_code', 'conversation_id'],
  idOf: ({ stay_code }) => stay_code,
  homeIdOf: ({ property_id }) => property_id,
  arrival: 'check_in_date',
  departure: 'check_out_date',
  leastNights: 1,
  channels: weights(
    'airbnb 9, booking.com 5, vrbo 3, booking_site 2, hostex_direct 4, agoda 1, xiaohongshu 1',
  ),
  past: weights('accepted 24, cancelled 4, denied 1, timeout 1'),
  coming: weights('accepted 24, cancelled 3, wait_accept 1, wait_pay 1'),
  booked: () => 'accepted',
  toRow: reservationOf,
  takesNights: ({ status }) => !cancelled.includes(status ?? ''),
  isOfGuests: () => true,
  isCancelled: ({ status }) => cancelled.includes(status ?? ''),
  toCancelled: (_, nowMs) => ({ status: 'cancelled', cancelled_at: moment(nowMs) }),
  toParty: (adults) => ({ number_of_adults: adults, number_of_guests: adults }),
  withoutGuest: { guest_name: null, guest_phone: null, guest_email: null, guests: [] },
}

const messages: MessageProjection<HostexKinds> = {
  threadIdOf: ({ conversation_id }) => conversation_id ?? undefined,
  openThread: (stay, number) => {
    stay.conversation_id = `0-${2_527_892_301 + number}`
  },
  toRow: ({ number, body, isIncoming, atMs }) => ({
    id: `0-${31_458_635_162 + number}`,
    sender_role: isIncoming ? 'guest' : 'host',
    sender_name: isIncoming ? null : 'host@example.com',
    ...{ sources: [], display_type: 'Text', content: body, attachment: null },
    created_at: moment(atMs),
  }),
}

const reviews: ReviewProjection<HostexKinds> = {
  idOf: ({ id }) => id,
  toRow: ({ number, stay, rating, text, atMs }) => {
    const { reservation_code, property_id, channel_type, listing_id, check_in_date, check_out_date } = stay
    return {
      id: reservation_code,
      ...{ reservation_code, property_id, channel_type, listing_id, check_in_date, check_out_date },
      host_review: number % 3 === 0 ? null : { score: 5, content: 'A pleasure.', created_at: moment(atMs) },
      guest_review: { score: rating, content: text, created_at: moment(atMs) },
      host_reply: null,
    }
  },
}

export const hostexProjection: WorldProjection<HostexKinds> = { homes, stays, messages, reviews }

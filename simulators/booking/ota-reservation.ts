/** Shows a reservation in OTA's queues: amounts are whole numbers with a count of decimals. */
import { xml } from '../../src/connector-kit/xml-write.ts'
import type { Xml } from '../../src/connector-kit/xml.ts'
import { nextDay } from '../kit/clock.ts'
import type { Hotel, Reservation, SoldRoom } from './records.ts'
import type { QueueName } from './queue.ts'
import type { Store } from './store.ts'

/** The names in the message of each queue. */
export const otaNames = {
  new: { message: 'OTA_HotelResNotif', list: 'HotelReservations', one: 'HotelReservation' },
  modify: { message: 'OTA_HotelResModifyNotif', list: 'HotelResModifies', one: 'HotelResModify' },
} as const satisfies Record<QueueName, object>

/** An unknown status is sent as it is. */
const resStatus = (status: string, queue: QueueName): string =>
  ({ cancelled: 'Cancel', modified: 'Modify', new: queue === 'new' ? 'Commit' : 'Modify' })[status] ?? status

/** Amounts in yen have no decimals. */
export const placesOf = (currency: string | null): number => (currency === 'JPY' ? 0 : 2)

function money(amount: number | null, currency: string | null) {
  const DecimalPlaces = placesOf(currency)
  return {
    Amount: Math.round((amount ?? 0) * 10 ** DecimalPlaces),
    DecimalPlaces,
    CurrencyCode: currency ?? undefined,
  }
}

/** Contains the tax if it is part of the price. */
function total(amount: number, currency: string | null, { tax_included }: Hotel): Xml {
  const { Amount, ...rest } = money(amount, currency)
  return xml('Total', { [tax_included ? 'AmountAfterTax' : 'AmountBeforeTax']: Amount, ...rest })
}

/** With `hasSpans`, a room's dates stand in an element of their own too, which is documented nowhere. */
export function otaReservation(
  store: Store,
  reservation: Reservation,
  queue: QueueName,
  hasSpans = false,
): Xml {
  const hotel = store.hotelOf(reservation)
  const status = resStatus(reservation.status ?? '', queue)
  const { modified_at, booked_at } = reservation
  return xml(
    otaNames[queue].one,
    {
      ResStatus: status,
      CreateDateTime: isoOf(booked_at),
      LastModifyDateTime: queue === 'modify' ? isoOf(modified_at) : undefined,
    },
    xml(
      'RoomStays',
      {},
      reservation.rooms.map((room, index) =>
        roomStay(store, reservation, { hotel, room, guest: index + 1, hasSpans }),
      ),
    ),
    xml(
      'ResGuests',
      {},
      reservation.rooms.map(({ guest_name }, index) =>
        xml('ResGuest', { ResGuestRPH: index + 1 }, xml('Profiles', {}, profile(guest_name, {}))),
      ),
    ),
    globalInfo(hotel, reservation),
  )
}

const isoOf = (stamp: string | null): string => `${(stamp ?? '').replace(' ', 'T')}+00:00`

interface RoomStayPlan {
  hotel: Hotel
  room: SoldRoom
  /** The number that links a room to its guest. */
  guest: number
  hasSpans: boolean
}

function roomStay(
  store: Store,
  reservation: Reservation,
  { hotel, room, guest, hasSpans }: RoomStayPlan,
): Xml {
  const { currencycode } = reservation
  const sum = room.nights.reduce((whole, { price }) => whole + price, 0)
  const name = store.rooms.get(room.room_id)?.room_name ?? ''
  return xml(
    'RoomStay',
    { IndexNumber: room.roomreservation_id },
    xml(
      'RoomTypes',
      {},
      xml(
        'RoomType',
        { RoomTypeCode: room.room_id },
        xml(
          'RoomDescription',
          { Name: name },
          xml('Text', {}, name),
          xml('MealPlan', {}, reservation.meal_plan ?? ''),
        ),
      ),
    ),
    xml(
      'RatePlans',
      {},
      xml(
        'RatePlan',
        {},
        xml('Commission', {}, xml('CommissionPayableAmount', money(sum * 0.15, currencycode))),
      ),
    ),
    xml(
      'RoomRates',
      {},
      room.nights.map(({ date, rate_id, price }) =>
        xml(
          'RoomRate',
          { EffectiveDate: date, ExpireDate: nextDay(date), RatePlanCode: rate_id },
          xml('Rates', {}, xml('Rate', {}, total(price, currencycode, hotel))),
        ),
      ),
    ),
    xml(
      'GuestCounts',
      {},
      xml('GuestCount', { AgeQualifyingCode: 10, Count: room.adults }),
      room.children > 0 ? xml('GuestCount', { AgeQualifyingCode: 8, Count: room.children }) : undefined,
    ),
    hasSpans
      ? xml('TimeSpan', { Start: reservation.arrival_date ?? '', End: reservation.departure_date ?? '' })
      : undefined,
    total(sum, currencycode, hotel),
    xml('BasicPropertyInfo', { HotelCode: hotel.id }),
    xml('ResGuestRPHs', {}, xml('ResGuestRPH', { RPH: guest })),
  )
}

type BookerContact = Partial<Pick<Reservation, 'telephone' | 'email' | 'countrycode' | 'city' | 'zip'>>

function profile(name: string, { telephone, email, countrycode, city, zip }: BookerContact): Xml {
  const [firstName = '', ...rest] = name.split(' ')
  return xml(
    'ProfileInfo',
    {},
    xml(
      'Profile',
      {},
      xml(
        'Customer',
        {},
        xml('PersonName', {}, xml('GivenName', {}, firstName), xml('Surname', {}, rest.join(' '))),
        telephone ? xml('Telephone', { PhoneNumber: telephone }) : undefined,
        email ? xml('Email', {}, email) : undefined,
        countrycode
          ? xml(
              'Address',
              {},
              xml('CityName', {}, city ?? ''),
              xml('PostalCode', {}, zip ?? ''),
              xml('CountryName', { Code: countrycode }),
            )
          : undefined,
      ),
    ),
  )
}

function globalInfo(hotel: Hotel, reservation: Reservation): Xml {
  const { first_name, last_name, remarks } = reservation
  const created = (reservation.booked_at ?? '').replace(' ', 'T')
  return xml(
    'ResGlobalInfo',
    {},
    remarks ? xml('Comments', {}, xml('Comment', {}, xml('Text', {}, remarks))) : undefined,
    guarantee(reservation),
    total(reservation.totalprice ?? 0, reservation.currencycode, hotel),
    xml(
      'HotelReservationIDs',
      {},
      xml('HotelReservationID', { ResID_Value: reservation.id, ResID_Date: created, ResID_Type: 14 }),
    ),
    xml('Profiles', {}, profile(`${first_name ?? ''} ${last_name ?? ''}`, reservation)),
  )
}

/** Zeros stand for an unavailable card. Only a number entered for tests is sent. */
function guarantee({ virtual_card, card_number, arrival_date }: Reservation): Xml {
  const card = {
    CardCode: 'MC',
    CardNumber: card_number ?? '0000000000000000',
    SeriesCode: card_number ? '737' : '000',
    ExpireDate: '0000',
    EffectiveDate: virtual_card === true ? (arrival_date ?? undefined) : undefined,
  }
  const holder = xml('CardHolderName', {}, virtual_card === true ? 'Bookingcom Agent' : 'XX')
  return xml(
    'Guarantee',
    {},
    xml('GuaranteesAccepted', {}, xml('GuaranteeAccepted', {}, xml('PaymentCard', card, holder))),
  )
}

import { daysBetween, nextDay, stampOf } from '../kit/clock.ts'
import { localMoment } from './moment.ts'
import { roomsOf } from './projection.ts'
import type { Hotel, Reservation } from './records.ts'
import { bookedRooms, type Store } from './store.ts'
import { roomStatuses } from './vocabulary.ts'

/** Shows a reservation as the list with rate details does. */
export function showReservation(store: Store, row: Reservation, withGuests: boolean): object {
  const hotel = store.hotels.get(row.propertyID) as Hotel
  const rooms = bookedRooms(row)
  const subTotal = Math.round(((row.total ?? 0) / 1.1) * 100) / 100
  const times = {
    Created: row.createdMs,
    Modified: row.modifiedMs,
    ...(row.cancelledMs === null ? {} : { Cancelled: row.cancelledMs }),
  }
  return {
    propertyID: row.propertyID,
    reservationID: row.reservationID,
    isDeleted: row.isDeleted,
    ...Object.fromEntries(
      Object.entries(times).flatMap(([name, ms]) => [
        [`date${name}`, localMoment(ms, hotel.timeZone)],
        [`date${name}UTC`, stampOf(ms)],
      ]),
    ),
    status: row.status,
    reservationCheckIn: `${row.startDate} 00:00:00`,
    reservationCheckOut: `${row.endDate} 00:00:00`,
    guestID: row.guestID,
    guestCountry: row.guestCountry,
    sourceName: row.sourceName,
    source: {
      name: row.sourceName,
      paymentCollect: 'hotel',
      sourceID: 's-1',
      category: row.sourceCategory,
    },
    sourceCategory: row.sourceCategory,
    sourceReservationID: row.thirdPartyIdentifier,
    propertyCurrency: hotel.currency,
    balanceDetailed: {
      suggestedDeposit: '0.00',
      subTotal,
      additionalItems: 0,
      taxesFees: Math.round(((row.total ?? 0) - subTotal) * 100) / 100,
      grandTotal: row.total,
      paid: 0,
    },
    rooms: rooms.map((room) => showRoom(store, row, room, subTotal / rooms.length)),
    origin: row.sourceName,
    ...(withGuests ? { guestList: guestList(row) } : {}),
    thirdPartyIdentifier: row.thirdPartyIdentifier,
    estimatedArrivalTime: row.estimatedArrivalTime,
    total: row.total,
    balance: row.total,
  }
}

function showRoom(
  { world }: Store,
  row: Reservation,
  room: ReturnType<typeof bookedRooms>[number],
  price: number,
): object {
  const roomType = world.homes.get(room.roomTypeID)
  const rooms = roomType === undefined ? [] : roomsOf(roomType)
  const roomName = rooms.find(({ roomID }) => roomID === room.roomID)?.roomName
  return {
    roomTypeID: room.roomTypeID,
    roomTypeIsVirtual: false,
    roomTypeName: roomType?.roomTypeName ?? '',
    subReservationID: room.id,
    isRoomLocked: false,
    guestID: row.guestID,
    guestName: `${row.guestFirstName} ${row.guestLastName}`,
    adults: String(room.adults),
    children: String(room.children),
    reservationRoomID: String(Number(row.reservationID) * 10 + room.number),
    roomID: room.roomID,
    ...(roomName === undefined ? {} : { roomName }),
    roomCheckIn: row.startDate,
    roomCheckOut: row.endDate,
    roomStatus: roomStatuses[row.status ?? ''] ?? 'not_checked_in',
    detailedRoomRates: nightlyRates(row, price),
  }
}

/** Cents that do not divide evenly fall on the first night. */
function nightlyRates(row: Reservation, price: number): Record<string, number> {
  const [start, end] = [row.startDate ?? '', row.endDate ?? '']
  const nights = Math.max(1, daysBetween(start, end))
  const cents = Math.round(price * 100)
  const each = Math.floor(cents / nights)
  const rates: Record<string, number> = {}
  for (let day = start; day < end; day = nextDay(day)) {
    rates[day] = (day === start ? cents - each * (nights - 1) : each) / 100
  }
  return rates
}

/** The list is keyed by the guest's number, and an empty array without guests. */
function guestList(row: Reservation): object {
  if (row.guestLastName === null) return []
  const text = (value: string | null) => (row.isAnonymized ? '' : value)
  return {
    [row.guestID ?? '']: {
      guestID: row.guestID,
      guestName: text(`${row.guestFirstName} ${row.guestLastName}`),
      guestFirstName: text(row.guestFirstName),
      guestLastName: text(row.guestLastName),
      guestGender: 'N/A',
      guestEmail: text(row.guestEmail),
      guestPhone: text(row.guestPhone),
      guestCellPhone: '',
      guestAddress: '',
      guestCity: '',
      guestState: '',
      guestCountry: text(row.guestCountry),
      guestZip: '',
      isAnonymized: row.isAnonymized,
      isMainGuest: true,
    },
  }
}

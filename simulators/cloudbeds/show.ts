import { daysBetween, nextDay, stampOf } from '../kit/clock.ts'
import { localMoment } from './moment.ts'
import { roomsOf, rounded } from './projection.ts'
import { guestFields, type Hotel, type Reservation } from './records.ts'
import { bookedRooms, type ShownRoom, type Store } from './store.ts'
import { roomStatuses } from './vocabulary.ts'

/** Shows a reservation as the list with rate details does. */
export function showReservation(store: Store, row: Reservation, withGuests: boolean): object {
  const hotel = store.hotels.get(row.propertyID) as Hotel
  const rooms = bookedRooms(row)
  const subTotal = rounded((row.total ?? 0) / 1.1)
  const times = {
    Created: row.createdMs,
    Modified: row.modifiedMs,
    ...(row.cancelledMs === null ? {} : { Cancelled: row.cancelledMs }),
  }
  const { status, guestID, guestCountry, sourceName, sourceCategory, total } = row
  const { thirdPartyIdentifier, estimatedArrivalTime } = row
  const source = { name: sourceName, paymentCollect: 'hotel', sourceID: 's-1', category: sourceCategory }
  return {
    ...{ propertyID: row.propertyID, reservationID: row.reservationID, isDeleted: row.isDeleted },
    ...Object.fromEntries(
      Object.entries(times).flatMap(([name, ms]) => [
        [`date${name}`, localMoment(ms, hotel.timeZone)],
        [`date${name}UTC`, stampOf(ms)],
      ]),
    ),
    status,
    reservationCheckIn: `${row.startDate} 00:00:00`,
    reservationCheckOut: `${row.endDate} 00:00:00`,
    ...{ guestID, guestCountry, sourceName, source, sourceCategory, origin: sourceName },
    ...{ thirdPartyIdentifier, sourceReservationID: thirdPartyIdentifier, estimatedArrivalTime },
    propertyCurrency: hotel.currency,
    balanceDetailed: {
      ...{ suggestedDeposit: '0.00', subTotal, additionalItems: 0, grandTotal: total, paid: 0 },
      taxesFees: rounded((total ?? 0) - subTotal),
    },
    rooms: rooms.map((room) => showRoom(store, row, room, subTotal / rooms.length)),
    ...(withGuests ? { guestList: guestList(row) } : {}),
    ...{ total, balance: total },
  }
}

function showRoom({ world }: Store, row: Reservation, room: ShownRoom, price: number): object {
  const roomType = world.homes.get(room.roomTypeID)
  const rooms = roomType === undefined ? [] : roomsOf(roomType)
  const roomName = rooms.find(({ roomID }) => roomID === room.roomID)?.roomName
  const guestName = `${row.guestFirstName} ${row.guestLastName}`
  return {
    ...{ roomTypeID: room.roomTypeID, roomTypeName: roomType?.roomTypeName ?? '', roomTypeIsVirtual: false },
    ...{ subReservationID: room.id, isRoomLocked: false, guestID: row.guestID, guestName },
    ...{ adults: String(room.adults), children: String(room.children) },
    reservationRoomID: String(Number(row.reservationID) * 10 + room.number),
    roomID: room.roomID,
    ...(roomName === undefined ? {} : { roomName }),
    ...{ roomCheckIn: row.startDate, roomCheckOut: row.endDate },
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
      ...Object.fromEntries(guestFields.map((name) => [name, text(row[name])])),
      guestGender: 'N/A',
      ...{ guestCellPhone: '', guestAddress: '', guestCity: '', guestState: '', guestZip: '' },
      ...{ isAnonymized: row.isAnonymized, isMainGuest: true },
    },
  }
}

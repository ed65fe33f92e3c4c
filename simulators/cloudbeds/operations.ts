import { ControlError } from '../kit/control-error.ts'
import type { VendorOperations } from '../kit/definition.ts'
import type { Account } from './account.ts'
import { nightsOf, yearFrom } from './calendar.ts'
import type { Reservation, RoomType } from './records.ts'
import { staysOf } from './store.ts'

const parts = ['calendar', 'rooms']

/** The control interface's operations. A listing is a room type; a row among the reservations is one booked room. */
export function cloudbedsOperations(account: Account): VendorOperations {
  const { store } = account
  const showRoomType = (row: RoomType) => ({ id: row.roomTypeID, ...row })
  const show = (row: Reservation) => ({ id: row.reservationID, ...row })
  return {
    state: (include) => {
      const unknown = [...include].find((part) => !parts.includes(part))
      if (unknown !== undefined) throw new ControlError(`include knows ${parts.join(', ')}, not "${unknown}"`)
      const today = account.today()
      const roomTypes = [...store.roomTypes.values()]
      return {
        listings: roomTypes.map(showRoomType),
        reservations: [...store.reservations.values()].flatMap((row) =>
          staysOf(row).map(({ id, roomTypeID, roomID, adults, children }) => ({
            ...row,
            id,
            roomTypeID,
            roomID,
            adults,
            children,
          })),
        ),
        conversations: [],
        messages: [],
        reviews: [],
        ...(include.has('rooms') ? { rooms: store.rooms } : {}),
        ...(include.has('calendar')
          ? {
              calendar: roomTypes.map((row) => ({
                roomTypeID: row.roomTypeID,
                nights: nightsOf(store, row, today, yearFrom(today)),
              })),
            }
          : {}),
      }
    },
    createReservation: (fields) => show(account.book(fields)),
    updateReservation: (id, fields) => show(account.change(id, fields)),
    cancelReservation: (id, options) => show(account.cancel(id, options)),
    deleteReservation: (id) => account.remove(id),
    createMessage: () => {
      throw new ControlError('this vendor has no messages')
    },
    updateListing: (id, fields) => showRoomType(account.changeRoomType(id, fields)),
  }
}

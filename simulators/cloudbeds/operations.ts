import type { VendorOperations } from '../kit/definition.ts'
import { operationsOf } from '../kit/operations.ts'
import type { Account } from './account.ts'
import { nightsOf, yearFrom } from './calendar.ts'
import type { Reservation, RoomType } from './records.ts'
import { staysOf } from './store.ts'

const listing = (row: RoomType) => ({ id: row.roomTypeID, ...row })

/** The control interface shows each booked room under a number of its own. */
const staysShown = (row: Reservation) =>
  staysOf(row).map(({ id, roomTypeID, roomID, adults, children }) => ({
    ...row,
    id,
    roomTypeID,
    roomID,
    adults,
    children,
  }))

/** The control interface's operations. A listing is a room type, and a reservation one booked room. */
export function cloudbedsOperations(account: Account): VendorOperations {
  const { store } = account
  return operationsOf(account, {
    listing,
    stay: (row) => ({ id: row.reservationID, ...row }),
    state: () => ({
      listings: [...store.roomTypes.values()].map(listing),
      reservations: [...store.reservations.values()].flatMap(staysShown),
    }),
    parts: {
      calendar: () => {
        const [from, to] = [account.today(), yearFrom(account.today())]
        return [...store.roomTypes.values()].map((row) => ({
          roomTypeID: row.roomTypeID,
          nights: nightsOf(store, row, from, to),
        }))
      },
      rooms: () => store.rooms,
    },
  })
}

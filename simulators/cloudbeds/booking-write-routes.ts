import type { FastifyInstance } from 'fastify'
import type { VendorAnswer } from '../kit/definition.ts'
import type { Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { priceOf } from './calendar.ts'
import { refused } from './envelope.ts'
import { formOf, rows, text, type Form } from './form.ts'
import type { Reservation, RoomType } from './records.ts'
import type { Store } from './store.ts'
import { statuses } from './vocabulary.ts'

const invalid = refused('Invalid Parameters')
const guestNames = ['guestFirstName', 'guestLastName', 'guestCountry', 'guestEmail', 'guestPhone']

/** Routes that write bookings, notes and guests. The vendor books taken nights without complaint. */
export function bookingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  const answerTo = (method: 'POST' | 'PUT', url: string, act: (form: Form) => object) =>
    app.route<{ Body: Query }>({
      method,
      url,
      handler: async (request) => ({ success: true, ...act(formOf(request)) }),
    })
  const booked = (form: Form, otherwise: VendorAnswer = invalid): Reservation =>
    heldOr(store.reservations.get(text(form, 'reservationID')), otherwise)

  answerTo('POST', '/postReservation', (form) => book(account, form))

  answerTo('PUT', '/putReservation', (form) => {
    const row = booked(form, refused('Reservation not found'))
    if (row.isDeleted) refuse(refused('Reservation not found'))
    const { status, ...rest } = readChange(store, row, form)
    if (Object.keys(rest).length > 0) account.change(row.reservationID, rest)
    if (status === 'canceled') account.cancel(row.reservationID, {})
    else if (status !== undefined) account.change(row.reservationID, { status })
    return { data: { reservationID: row.reservationID } }
  })

  answerTo('POST', '/postReservationNote', (form) => {
    const note = text(form, 'reservationNote') || refuse(invalid)
    return { reservationNoteID: String(store.addNote(booked(form), note)) }
  })

  answerTo('POST', '/postRoomAssign', (form) => {
    const row = booked(form)
    const room = store.rooms.find(({ roomID }) => roomID === text(form, 'newRoomID'))
    if (room === undefined || room.roomTypeID !== text(form, 'roomTypeID')) return refuse(invalid)
    if (!store.isRoomFree(room.roomID, row)) refuse(refused('Room is not available'))
    account.change(row.reservationID, { roomID: room.roomID })
    return {}
  })

  answerTo('PUT', '/putGuest', (form) => {
    const guestID = text(form, 'guestID')
    const row = heldOr(
      store.reservations.values().find((candidate) => candidate.guestID === guestID),
      refused('Guest not found'),
    )
    const nameFields = guestNames.filter((name) => name !== 'guestCountry' && form[name] !== undefined)
    if (nameFields.length === 0) refuse(invalid)
    account.change(row.reservationID, Object.fromEntries(nameFields.map((name) => [name, text(form, name)])))
    return {}
  })
}

function book(account: Account, form: Form): object {
  const { store } = account
  const [room] = rows(form, 'rooms')
  const roomType = heldOr(store.roomTypes.get(text(room, 'roomTypeID')), invalid)
  const [startDate, endDate] = [text(form, 'startDate'), text(form, 'endDate')]
  const people = (name: string): number => {
    const own = rows(form, name)[0]
    return text(own, 'roomTypeID') === roomType.roomTypeID ? Number(own?.quantity) : refuse(invalid)
  }
  const [adults, children] = [people('adults'), people('children')]
  // A booking can name single rooms only if the property has that switched on, and this one has not.
  if (text(form, 'guestZip') === '' || room?.roomID !== undefined || text(room, 'quantity') !== '1')
    refuse(invalid)
  if (endDate <= startDate) refuse(refused('Invalid dates'))
  if (roomType.propertyID !== text(form, 'propertyID')) refuse(refused('Invalid property'))
  const sourceID = text(form, 'sourceID')
  if (sourceID !== '' && store.sourceOf(sourceID) === undefined) refuse(refused('Invalid source'))
  const { reservationID, status, guestID, total } = account.make(roomType, {
    startDate,
    endDate,
    adults,
    children,
    sourceID,
    fields: {
      ...Object.fromEntries(guestNames.map((name) => [name, text(form, name)])),
      thirdPartyIdentifier: text(form, 'thirdPartyIdentifier'),
      total: totalOf(store, roomType, startDate, endDate),
    },
  })
  const { roomTypeID } = roomType
  const unassigned = [{ subReservationID: reservationID, roomTypeID, adults, children }]
  return { reservationID, status, guestID, startDate, endDate, grandTotal: total, unassigned }
}

/** Taxes are a tenth. */
function totalOf(store: Store, roomType: RoomType, startDate: string, endDate: string): number {
  return Math.round(priceOf(store, roomType, startDate, endDate) * 110) / 100
}

type Change = Partial<Pick<Reservation, 'status' | 'startDate' | 'endDate' | 'adults' | 'children' | 'total'>>

function readChange(store: Store, row: Reservation, form: Form): Change {
  const status = text(form, 'status')
  const isEnded = status !== '' && row.status === 'canceled'
  if (isEnded || !['', ...statuses].includes(status)) refuse(invalid)
  const change: Change = status === '' ? {} : { status }
  const [room, ...others] = rows(form, 'rooms')
  if (room === undefined) return change
  const [startDate, endDate] = [text(room, 'checkinDate'), text(room, 'checkoutDate')]
  const roomType = store.roomTypes.get(text(room, 'roomTypeID'))
  if (others.length > 0 || row.extraRooms.length > 0 || roomType?.roomTypeID !== row.roomTypeID)
    return refuse(invalid)
  // A change must repeat all of these, changed or not.
  if (
    startDate === '' ||
    endDate <= startDate ||
    text(room, 'adults') === '' ||
    text(room, 'children') === ''
  )
    refuse(invalid)
  const isMoved = startDate !== row.startDate || endDate !== row.endDate
  return {
    ...change,
    startDate,
    endDate,
    adults: Number(room.adults),
    children: Number(room.children),
    ...(isMoved ? { total: totalOf(store, roomType, startDate, endDate) } : {}),
  }
}

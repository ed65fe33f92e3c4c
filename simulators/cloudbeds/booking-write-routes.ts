import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { priceOf } from './calendar.ts'
import { refused } from './envelope.ts'
import { readForm, rows, text } from './form.ts'
import type { Form } from './form.ts'
import type { Reservation, RoomType } from './records.ts'
import type { Store } from './store.ts'
import { statuses } from './vocabulary.ts'

interface Sent {
  body?: Query
  headers: { 'content-type'?: string | undefined }
}

/** Only forms are read. */
export function formOf({ body, headers }: Sent): Form {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return readForm(isForm ? (body ?? {}) : {})
}

const invalid = refused('Invalid Parameters')
const demanded = ['guestFirstName', 'guestLastName', 'guestCountry', 'guestZip', 'guestEmail'] as const

/** Bookings, their notes and guests written through the API. Nights that are taken are booked again without a word. */
export function bookingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  const answerTo = (method: 'POST' | 'PUT', path: string, act: (form: Form) => VendorAnswer) =>
    app.route<{ Body: Query }>({
      method,
      url: path,
      handler: (request, reply) => sendAnswer(reply, act(formOf(request))),
    })
  const held = (form: Form): Reservation | undefined => store.reservations.get(text(form, 'reservationID'))

  answerTo('POST', '/postReservation', (form) => book(account, form))

  answerTo('PUT', '/putReservation', (form) => {
    const row = held(form)
    if (row === undefined || row.isDeleted) return refused('Reservation not found')
    const changes = readChange(store, row, form)
    if (changes === undefined) return invalid
    const { status, ...rest } = changes
    if (Object.keys(rest).length > 0) account.change(row.reservationID, rest)
    if (status === 'canceled') account.cancel(row.reservationID, {})
    else if (status !== undefined) account.change(row.reservationID, { status })
    return { status: 200, body: { success: true, data: { reservationID: row.reservationID } } }
  })

  answerTo('POST', '/postReservationNote', (form) => {
    const row = held(form)
    const note = text(form, 'reservationNote')
    if (row === undefined || note === '') return invalid
    return { status: 200, body: { success: true, reservationNoteID: String(store.addNote(row, note)) } }
  })

  answerTo('POST', '/postRoomAssign', (form) => {
    const row = held(form)
    const room = store.rooms.find(({ roomID }) => roomID === text(form, 'newRoomID'))
    if (row === undefined || room === undefined || room.roomTypeID !== text(form, 'roomTypeID'))
      return invalid
    if (!store.isRoomFree(room.roomID, row)) return refused('Room is not available')
    account.change(row.reservationID, { roomID: room.roomID })
    return { status: 200, body: { success: true } }
  })

  answerTo('PUT', '/putGuest', (form) => {
    const guestID = text(form, 'guestID')
    const row = [...store.reservations.values()].find((candidate) => candidate.guestID === guestID)
    if (row === undefined) return refused('Guest not found')
    const names = ['guestFirstName', 'guestLastName', 'guestEmail', 'guestPhone'] as const
    const given = names.filter((name) => form[name] !== undefined)
    if (given.length === 0) return invalid
    account.change(row.reservationID, Object.fromEntries(given.map((name) => [name, text(form, name)])))
    return { status: 200, body: { success: true } }
  })
}

function book(account: Account, form: Form): VendorAnswer {
  const { store } = account
  const [room] = rows(form, 'rooms')
  const roomType = store.roomTypes.get(text(room ?? {}, 'roomTypeID'))
  const [startDate, endDate] = [text(form, 'startDate'), text(form, 'endDate')]
  const people = (name: string): number | undefined => {
    const [own] = rows(form, name)
    const count = own?.roomTypeID === roomType?.roomTypeID ? Number(own?.quantity) : NaN
    return Number.isSafeInteger(count) && count >= 0 ? count : undefined
  }
  const [adults, children] = [people('adults'), people('children')]
  const isComplete = demanded.every((name) => text(form, name) !== '')
  if (!isComplete || roomType === undefined || adults === undefined || children === undefined) return invalid
  // Single rooms can only be named where the house has that switched on.
  if (room?.roomID !== undefined || text(room ?? {}, 'quantity') !== '1') return invalid
  if (!isDay(startDate) || !isDay(endDate) || endDate <= startDate) return refused('Invalid dates')
  if (roomType.propertyID !== text(form, 'propertyID')) return refused('Invalid property')
  if (!['cash', 'credit', 'ebanking', 'pay_pal'].includes(text(form, 'paymentMethod'))) return invalid
  const sourceID = text(form, 'sourceID')
  if (sourceID !== '' && store.sourceOf(sourceID) === undefined) return refused('Invalid source')
  const row = account.make(roomType, {
    startDate,
    endDate,
    adults,
    children,
    sourceID,
    fields: {
      ...Object.fromEntries(
        demanded.filter((name) => name !== 'guestZip').map((name) => [name, text(form, name)]),
      ),
      guestPhone: text(form, 'guestPhone'),
      thirdPartyIdentifier: text(form, 'thirdPartyIdentifier'),
      total: totalOf(store, roomType, startDate, endDate),
    },
  })
  const { reservationID, status, guestID, total } = row
  return {
    status: 200,
    body: {
      success: true,
      reservationID,
      status,
      guestID,
      startDate,
      endDate,
      grandTotal: total,
      unassigned: [{ subReservationID: reservationID, roomTypeID: roomType.roomTypeID, adults, children }],
    },
  }
}

/** Taxes of a tenth. */
function totalOf(store: Store, roomType: RoomType, startDate: string, endDate: string): number {
  return Math.round(priceOf(store, roomType, startDate, endDate) * 110) / 100
}

type Change = Partial<Pick<Reservation, 'status' | 'startDate' | 'endDate' | 'adults' | 'children' | 'total'>>

function readChange(store: Store, row: Reservation, form: Form): Change | undefined {
  const change: Change = {}
  const status = text(form, 'status')
  if (status !== '') {
    if (!statuses.includes(status) || row.status === 'canceled') return undefined
    change.status = status
  }
  const [room, ...others] = rows(form, 'rooms')
  if (room === undefined) return change
  const [startDate, endDate] = [text(room, 'checkinDate'), text(room, 'checkoutDate')]
  const [adults, children] = [text(room, 'adults'), text(room, 'children')]
  const roomType = store.roomTypes.get(text(room, 'roomTypeID'))
  if (others.length > 0 || row.extraRooms.length > 0 || roomType?.roomTypeID !== row.roomTypeID)
    return undefined
  if (!isDay(startDate) || !isDay(endDate) || endDate <= startDate) return undefined
  if (!/^\d+$/.test(adults) || !/^\d+$/.test(children)) return undefined
  const isMoved = startDate !== row.startDate || endDate !== row.endDate
  return {
    ...change,
    startDate,
    endDate,
    adults: Number(adults),
    children: Number(children),
    ...(isMoved ? { total: totalOf(store, roomType, startDate, endDate) } : {}),
  }
}

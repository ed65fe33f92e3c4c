import type { FastifyInstance } from 'fastify'
import { addDays } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { inventPerson } from '../kit/people.ts'
import type { Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { totalOf } from './calendar.ts'
import { refused } from './envelope.ts'
import { formOf, rows, text, type Form } from './form.ts'
import { roomsOf } from './projection.ts'
import { guestFields, type Reservation } from './records.ts'
import { bookedRooms, type Store } from './store.ts'
import { sourceOf, statuses } from './vocabulary.ts'

const invalid = refused('Invalid Parameters')

/** Routes that write bookings, notes and guests. The vendor books taken nights without complaint. */
export function bookingWriteRoutes(app: FastifyInstance, store: Store): void {
  const { world } = store
  const answerTo = (method: 'POST' | 'PUT', url: string, act: (form: Form) => object) =>
    app.route<{ Body: Query }>({
      method,
      url,
      handler: async (request) => ({ success: true, ...act(formOf(request)) }),
    })
  const booked = (form: Form, otherwise: VendorAnswer = invalid): Reservation =>
    heldOr(world.stays.get(text(form, 'reservationID')), otherwise)

  answerTo('POST', '/postReservation', (form) => book(store, form))

  answerTo('PUT', '/putReservation', (form) => {
    const row = booked(form, refused('Reservation not found'))
    if (row.isDeleted) refuse(refused('Reservation not found'))
    const { status, ...rest } = readChange(store, row, form)
    if (Object.keys(rest).length > 0) world.apply(row, rest)
    if (status === 'canceled') world.cancel(row.reservationID)
    else if (status !== undefined) world.apply(row, { status })
    return { data: { reservationID: row.reservationID } }
  })

  answerTo('POST', '/postReservationNote', (form) => {
    if (text(form, 'reservationNote') === '') refuse(invalid)
    return { reservationNoteID: store.addNote(booked(form)) }
  })

  answerTo('POST', '/postRoomAssign', (form) => {
    const row = booked(form)
    const roomType = heldOr(world.homes.get(text(form, 'roomTypeID')), invalid)
    const newRoomID = text(form, 'newRoomID')
    const { roomID } = heldOr(
      roomsOf(roomType).find((room) => room.roomID === newRoomID),
      invalid,
    )
    const isTaken = world
      .taken(roomType)
      .some(
        ({ stay, arrival, departure }) =>
          stay !== row &&
          bookedRooms(stay).some((room) => room.roomID === roomID) &&
          arrival < (row.endDate ?? '') &&
          (row.startDate ?? '') < departure,
      )
    if (isTaken) refuse(refused('Room is not available'))
    world.apply(row, { roomID })
    return {}
  })

  answerTo('PUT', '/putGuest', (form) => {
    const guestID = text(form, 'guestID')
    const row = heldOr(
      world.stays.all().find((candidate) => candidate.guestID === guestID),
      refused('Guest not found'),
    )
    const nameFields = guestFields.filter((name) => name !== 'guestCountry' && form[name] !== undefined)
    if (nameFields.length === 0) refuse(invalid)
    world.apply(row, textsOf(form, nameFields))
    return {}
  })
}

const textsOf = (form: Form, names: readonly string[]): Partial<Reservation> =>
  Object.fromEntries(names.map((name) => [name, text(form, name)]))

function book({ world }: Store, form: Form): object {
  const [room] = rows(form, 'rooms')
  const home = heldOr(world.homes.get(text(room, 'roomTypeID')), invalid)
  const { roomTypeID } = home
  const [startDate, endDate] = [text(form, 'startDate'), text(form, 'endDate')]
  const people = (name: string): number => {
    const own = rows(form, name)[0]
    return text(own, 'roomTypeID') === roomTypeID ? Number(own?.quantity) : refuse(invalid)
  }
  const [adults, children] = [people('adults'), people('children')]
  // A booking can name single rooms only if the property has that switched on, and this one has not.
  if (text(form, 'guestZip') === '' || room?.roomID !== undefined || text(room, 'quantity') !== '1')
    refuse(invalid)
  if (endDate <= startDate) refuse(refused('Invalid dates'))
  if (home.propertyID !== text(form, 'propertyID')) refuse(refused('Invalid property'))
  const sourceID = text(form, 'sourceID')
  const source = sourceOf(sourceID)
  if (sourceID !== '' && source === undefined) refuse(refused('Invalid source'))
  const nowMs = world.nowMs()
  const plan = {
    ...{ home, unit: 0, arrival: startDate, departure: endDate, status: 'confirmed', overrides: {} },
    channel: source ?? { name: 'API', category: 'other', isChannel: false },
    ...{ person: inventPerson(world.random, 0), guestNumber: 0, madeAtMs: nowMs, changedAtMs: nowMs },
  }
  const { reservationID, status, guestID, total } = world.addStay({
    ...world.inventStay(plan, world.random),
    ...{ estimatedArrivalTime: null, adults, children },
    ...textsOf(form, [...guestFields, 'thirdPartyIdentifier']),
  })
  const unassigned = [{ subReservationID: reservationID, roomTypeID, adults, children }]
  return { reservationID, status, guestID, startDate, endDate, grandTotal: total, unassigned }
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
  const roomType = store.world.homes.get(text(room, 'roomTypeID'))
  if (others.length > 0 || row.extraRooms.length > 0 || roomType?.roomTypeID !== row.roomTypeID)
    return refuse(invalid)
  // A change must repeat all of these, changed or not.
  const isWhole = startDate !== '' && text(room, 'adults') !== '' && text(room, 'children') !== ''
  if (!isWhole || endDate <= startDate) refuse(invalid)
  const isMoved = startDate !== row.startDate || endDate !== row.endDate
  return {
    ...{ ...change, startDate, endDate, adults: Number(room.adults), children: Number(room.children) },
    ...(isMoved ? { total: totalOf(store, roomType, { from: startDate, to: addDays(endDate, -1) }) } : {}),
  }
}

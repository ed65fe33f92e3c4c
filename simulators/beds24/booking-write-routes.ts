import type { FastifyInstance } from 'fastify'
import { secondOf } from '../kit/clock.ts'
import { blankRow, readFields } from '../kit/fields.ts'
import { freeUnit } from '../kit/world/chosen-stay.ts'
import { isSold, nightsOf } from './calendar.ts'
import { firstBookingId, nobody } from './projection.ts'
import { bookingFields, type Booking, type Message, type Room } from './records.ts'
import type { Store } from './store.ts'
import { hasMessages } from './vocabulary.ts'
import { heldAs, listRoute, untaken } from './written.ts'

// Only the vendor sets these.
const fixed = [
  ...['id', 'propertyId', 'subStatus', 'statusCode', 'bookingTime', 'modifiedTime', 'cancelTime'],
  ...['apiSourceId', 'apiSource', 'channel', 'apiReference', 'referer', 'reference', 'offerId'],
]

interface BookingSent extends Record<string, unknown> {
  id?: number
  actions?: { checkAvailability?: boolean; assignBooking?: boolean }
}

type File = Pick<Message, 'attachment' | 'attachmentName' | 'attachmentMimeType'>
type MessageSent = Partial<File> & { bookingId: number; message: string }

/** Routes that make and change bookings and send messages. */
export function bookingWriteRoutes(app: FastifyInstance, store: Store): void {
  listRoute(
    app,
    '/bookings',
    ({ id }: BookingSent) => (id === undefined ? 'new booking' : 'modify booking'),
    ({ id, actions, ...body }) => {
      const fields = readFields(bookingFields, body, fixed)
      return id === undefined ? create(store, fields, actions) : update(store, id, fields)
    },
  )
  listRoute(
    app,
    '/bookings/messages',
    () => 'new message',
    (body: MessageSent) => writeMessage(store, body),
  )
}

function create(store: Store, fields: Partial<Booking>, actions: BookingSent['actions'] = {}) {
  const room = heldAs(store.world.homes.get(fields.roomId), 'roomId', 'invalid room id')
  const { arrival, departure } = fields
  if (!arrival || !departure || departure <= arrival) return untaken('departure', 'not valid')
  const isFull = nightsOf(store, room, arrival, departure).some(isSold)
  // The vendor books taken nights unless the request has `checkAvailability`.
  if (actions.checkAvailability === true && isFull) untaken('roomId', 'no availability')
  const unitOf = ({ unitId }: Booking) => unitId
  const unit =
    actions.assignBooking === true ? freeUnit(store.world, room, { arrival, departure }, unitOf) : undefined
  const assigned = fields.unitId === undefined && unit !== undefined ? { unitId: unit } : {}
  return { new: make(store, room, { ...fields, ...assigned }) }
}

function update(store: Store, id: number, fields: Partial<Booking>) {
  const booking = heldAs(store.world.stays.get(id), 'id', 'booking not found')
  const { arrival, departure } = { ...booking, ...fields }
  if ((departure ?? '') <= (arrival ?? '')) untaken('departure', 'not valid')
  // A cancellation is such a change.
  const isCancelled = fields.status === 'cancelled' && booking.status !== 'cancelled'
  const cancelTime = secondOf(store.world.nowMs())
  const end = isCancelled ? { subStatus: 'cancelledByHost', cancelTime } : {}
  store.world.apply(booking, { ...fields, ...end })
  return { modified: { id: booking.id, ...fields } }
}

function writeMessage(store: Store, { bookingId, message, ...fields }: MessageSent) {
  const booking = heldAs(store.world.stays.get(bookingId), 'bookingId', 'booking not found')
  if (!hasMessages(booking)) untaken('bookingId', 'messages are not possible for this booking')
  if (message.trim() === '') untaken('message', 'required')
  const { attachment = null, attachmentName = null, attachmentMimeType = null } = fields
  if (attachment !== null && attachmentMimeType === null) untaken('attachmentMimeType', 'not valid')
  const file = { attachment, attachmentName, attachmentMimeType }
  return { new: store.world.say(booking, { body: message, isIncoming: false }, file) }
}

/** A booking through the API is of no channel and has only the fields that were sent. */
function make({ world }: Store, room: Room, fields: Partial<Booking>): Booking {
  const now = secondOf(world.nowMs())
  return world.addStay({
    ...blankRow(bookingFields, firstBookingId + world.nextNumber('stay', 0)),
    ...nobody,
    ...{ propertyId: room.propertyId, roomId: room.id, unitId: room.qty === 1 ? 1 : 0, roomQty: 1 },
    ...{ status: 'new', subStatus: 'none', statusCode: 0, numAdult: 1, numChild: 0, arrivalTime: '' },
    ...{ notes: '', message: '', price: 0, deposit: 0, tax: 0, commission: 0, referer: '', reference: '' },
    ...{ apiSourceId: 0, apiSource: 'Direct', channel: 'direct', apiReference: '', apiMessage: '' },
    ...{ bookingTime: now, modifiedTime: now },
    ...fields,
  })
}

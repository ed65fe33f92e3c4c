import type { FastifyInstance } from 'fastify'
import { readFields } from '../kit/fields.ts'
import type { Account } from './account.ts'
import { isSold, nightsOf } from './calendar.ts'
import { hasMessages } from './messages.ts'
import { bookingFields, type Booking, type Message, type Room } from './records.ts'
import type { Store } from './store.ts'
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
export function bookingWriteRoutes(app: FastifyInstance, account: Account): void {
  listRoute(
    app,
    '/bookings',
    ({ id }: BookingSent) => (id === undefined ? 'new booking' : 'modify booking'),
    ({ id, actions, ...body }) => {
      const fields = readFields(bookingFields, body, fixed)
      return id === undefined ? create(account, fields, actions) : update(account, id, fields)
    },
  )
  listRoute(
    app,
    '/bookings/messages',
    () => 'new message',
    (body: MessageSent) => writeMessage(account, body),
  )
}

function create(account: Account, fields: Partial<Booking>, actions: BookingSent['actions'] = {}) {
  const { store } = account
  const room = heldAs(store.rooms.get(fields.roomId ?? 0), 'roomId', 'invalid room id')
  const { arrival, departure } = fields
  if (!arrival || !departure || departure <= arrival) return untaken('departure', 'not valid')
  const isFull = nightsOf(store, room, arrival, departure).some(isSold)
  // The vendor books taken nights unless the request has `checkAvailability`.
  if (actions.checkAvailability === true && isFull) untaken('roomId', 'no availability')
  const unit = actions.assignBooking === true ? freeUnit(store, room, arrival, departure) : undefined
  const assigned = fields.unitId === undefined && unit !== undefined ? { unitId: unit } : {}
  return { new: account.make(room, { ...fields, ...assigned }) }
}

function freeUnit(store: Store, room: Room, arrival: string, departure: string): number | undefined {
  const units = store
    .occupants(room.id)
    .filter((booking) => (booking.arrival ?? '') < departure && arrival < (booking.departure ?? ''))
  const numbers = Array.from({ length: room.qty ?? 1 }, (_, index) => index + 1)
  return numbers.find((number) => units.every(({ unitId }) => unitId !== number))
}

function update(account: Account, id: number, fields: Partial<Booking>) {
  const booking = heldAs(account.store.bookings.get(id), 'id', 'booking not found')
  const { arrival, departure } = { ...booking, ...fields }
  if ((departure ?? '') <= (arrival ?? '')) untaken('departure', 'not valid')
  account.amend(booking, fields)
  return { modified: { id: booking.id, ...fields } }
}

function writeMessage(account: Account, { bookingId, message, ...fields }: MessageSent) {
  const booking = heldAs(account.store.bookings.get(bookingId), 'bookingId', 'booking not found')
  if (!hasMessages(booking)) untaken('bookingId', 'messages are not possible for this booking')
  if (message.trim() === '') untaken('message', 'required')
  const { attachment = null, attachmentName = null, attachmentMimeType = null } = fields
  if (attachment === null) return { new: account.reply(booking, message, {}) }
  if (attachmentMimeType === null) untaken('attachmentMimeType', 'not valid')
  return { new: account.reply(booking, message, { attachment, attachmentName, attachmentMimeType }) }
}

import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { readFields, readObject } from '../kit/fields.ts'
import { sendAnswer } from '../kit/server.ts'
import { requests } from './requests.ts'
import type { Account } from './account.ts'
import { isSold, nightsOf } from './calendar.ts'
import { hasMessages } from './messages.ts'
import { bookingFields } from './records.ts'
import type { Booking, Room } from './records.ts'
import type { Store } from './store.ts'
import { statuses } from './vocabulary.ts'
import { refused, writeEach } from './written.ts'
import type { Written } from './written.ts'

// Told by the vendor, never taken from outside.
const fixed = [
  ...['id', 'propertyId', 'subStatus', 'statusCode', 'bookingTime', 'modifiedTime', 'cancelTime'],
  ...['apiSourceId', 'apiSource', 'channel', 'apiReference', 'referer', 'reference', 'offerId'],
]
const longestNotes = 2000
const fileTypes = ['image/jpeg', 'image/png', 'image/gif', 'application/pdf']

/** Bookings made and changed and messages sent through the API. */
export function bookingWriteRoutes(app: FastifyInstance, account: Account): void {
  app.post('/bookings', (request, reply) =>
    sendAnswer(
      reply,
      writeEach(request.body, { action: 'new booking', ...requests['POST /bookings'] }, (item) =>
        writeBooking(account, item),
      ),
    ),
  )
  app.post('/bookings/messages', (request, reply) =>
    sendAnswer(
      reply,
      writeEach(request.body, { action: 'new message', ...requests['POST /bookings/messages'] }, (item) =>
        writeMessage(account, item),
      ),
    ),
  )
}

function writeBooking(account: Account, item: unknown): Written {
  const { id, actions, ...sent } = readObject(item)
  const action = id === undefined ? 'new booking' : 'modify booking'
  try {
    const fields = readFields(bookingFields, sent, fixed)
    if (fields.status && !statuses.includes(fields.status)) return refused(action, 'status', 'not valid')
    if ((fields.notes ?? '').length > longestNotes) return refused(action, 'notes', 'too long')
    const wanted = readObject(actions)
    return id === undefined ? create(account, fields, wanted) : update(account, id, fields)
  } catch (error) {
    if (error instanceof ControlError) return refused(action, '', error.message)
    throw error
  }
}

function create(account: Account, fields: Partial<Booking>, actions: Record<string, unknown>): Written {
  const refuse = (field: string, message: string) => refused('new booking', field, message)
  const { store } = account
  const room = store.rooms.get(fields.roomId ?? 0)
  const { arrival, departure } = fields
  if (room === undefined) return refuse('roomId', 'invalid room id')
  if (!isDay(arrival) || !isDay(departure) || departure <= arrival) return refuse('departure', 'not valid')
  const isFull = nightsOf(store, room, arrival, departure).some(isSold)
  // Unless it is asked to look, the vendor books what is taken.
  if (actions.checkAvailability === true && isFull) return refuse('roomId', 'no availability')
  const unit = actions.assignBooking === true ? freeUnit(store, room, arrival, departure) : undefined
  const assigned = fields.unitId === undefined && unit !== undefined ? { unitId: unit } : {}
  return { success: true, new: account.make(room, { ...fields, ...assigned }) }
}

function freeUnit(store: Store, room: Room, arrival: string, departure: string): number | undefined {
  const taken = store
    .occupants(room.id)
    .filter((held) => (held.arrival ?? '') < departure && arrival < (held.departure ?? ''))
  const numbers = Array.from({ length: room.qty ?? 1 }, (_, index) => index + 1)
  return numbers.find((number) => taken.every(({ unitId }) => unitId !== number))
}

function update(account: Account, id: unknown, fields: Partial<Booking>): Written {
  const refuse = (field: string, message: string) => refused('modify booking', field, message)
  const booking = account.store.bookings.get(Number(id))
  if (booking === undefined) return refuse('id', 'booking not found')
  const { arrival, departure } = { ...booking, ...fields }
  if ((departure ?? '') <= (arrival ?? '')) return refuse('departure', 'not valid')
  account.amend(booking, fields)
  return { success: true, modified: { id: booking.id, ...fields } }
}

function writeMessage(account: Account, item: unknown): Written {
  const refuse = (field: string, message: string) => refused('new message', field, message)
  const { bookingId, message, attachment = null, attachmentName = null, ...rest } = readObject(item)
  const { attachmentMimeType = null } = rest
  const booking = account.store.bookings.get(Number(bookingId))
  if (booking === undefined) return refuse('bookingId', 'booking not found')
  if (!hasMessages(booking)) return refuse('bookingId', 'messages are not possible for this booking')
  if (typeof message !== 'string' || message.trim() === '') return refuse('message', 'required')
  if (attachment === null) return { success: true, new: account.reply(booking, message, {}) }
  if (!fileTypes.includes(String(attachmentMimeType))) return refuse('attachmentMimeType', 'not valid')
  const file = {
    attachment: String(attachment),
    attachmentName: String(attachmentName),
    attachmentMimeType: String(attachmentMimeType),
  }
  return { success: true, new: account.reply(booking, message, file) }
}

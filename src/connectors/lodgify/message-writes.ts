import { randomUUID } from 'node:crypto'
import { readable } from '../../connector-kit/answers.ts'
import { remember } from '../../connector-kit/remember.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { bookingPath } from './held-booking.ts'
import { inboxPage } from './lists.ts'
import { VendorThreadRow } from './vendor-writes.ts'

const pageSize = 50
const ownerForMs = 3_600_000

export const messageWrites: MessageWrites = {
  // The vendor documents no limit; this one is ours.
  maxLength: 4000,
  channels: [],
  // The vendor's description of the call has no field for files.
  files: null,

  async send(context, { conversationExternalId, body }) {
    const key = `lodgify thread ${conversationExternalId}`
    const path = await remember(context, key, ownerForMs, () => ownerPath(context, conversationExternalId))
    await sendTo(context, path, body)
    // The answer is empty.
    return { externalId: null, channel: null, sentAt: null }
  },
}

export async function sendTo({ http }: VendorContext, path: string, text: string): Promise<void> {
  // The vendor accepts a message with this number only once, even if it arrives twice.
  const message = { type: 'Owner', message: text, send_notification: true, message_id: randomUUID() }
  await http.post(`${path}/messages`, { body: [message] })
}

/** A message goes to a booking or an enquiry, which a thread does not name, so the inbox is searched. */
async function ownerPath({ http }: VendorContext, uid: string): Promise<string> {
  for (let cursor: string | null = null; ;) {
    const { rows, next } = await inboxPage(http, { cursor, modifiedSince: undefined, pageSize })
    const row = readable(VendorThreadRow, rows).find(({ thread_uid }) => thread_uid === uid)
    if (row !== undefined) {
      return row.type === 'Booking' ? bookingPath(String(row.id)) : `/v1/reservation/enquiry/${row.id}`
    }
    if (next === null) throw new VendorError('not_found', `no booking and no enquiry has the thread ${uid}`)
    cursor = next
  }
}

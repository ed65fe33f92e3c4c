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
  // No limit is documented; this is the API's own.
  maxLength: 4000,
  channels: [],
  // The call has no field for them; vendor description.
  files: null,

  async send(context, { conversationExternalId, body }) {
    const key = `lodgify thread ${conversationExternalId}`
    const path = await remember(context, key, ownerForMs, () => ownerPath(context, conversationExternalId))
    await sendTo(context, path, body)
    // The answer says nothing.
    return { externalId: null, channel: null, sentAt: null }
  },
}

export async function sendTo({ http }: VendorContext, path: string, text: string): Promise<void> {
  // The number makes the vendor take a message once only, should it come twice.
  const message = { type: 'Owner', message: text, send_notification: true, message_id: randomUUID() }
  await http.post(`${path}/messages`, { body: [message] })
}

/** Messages are sent to a booking or an enquiry, and a thread does not tell which: it is looked for in the inbox. */
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

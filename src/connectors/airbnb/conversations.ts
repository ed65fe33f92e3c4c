import type { ConversationRecord, GuestRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { mapping, mapRows, readCursor, readOne, writeCursor } from '../../connector-kit/paginate.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { namedGuest } from '../../connector-kit/stay-readings.ts'
import { demandId, idOf, idOfRow } from './ids.ts'
import { guestIn, threadPage, threadPath, threadQuery } from './threads.ts'
import { VendorThread } from './vendor.ts'

interface ConversationCursor {
  cursor: string | null
  startedAt: string
}

const conversation = mapping('conversation', VendorThread, toConversation, idOfRow)
export const conversations: NonNullable<VendorOperations['conversations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<ConversationCursor>(cursor, {
      cursor: null,
      startedAt: context.now().toISOString(),
    })
    const { rows, next } = await threadPage(context, { cursor: place.cursor, since })
    return {
      ...mapRows(rows, conversation),
      next: next === null ? null : writeCursor({ ...place, cursor: next }),
      watermark: place.startedAt,
    }
  },

  one: oneThread,
  // An inquiry has the id of its thread.
  ofInquiry: oneThread,
}

function oneThread({ http }: VendorContext, externalId: string): Promise<ConversationRecord | null> {
  const answer = http.get(threadPath(externalId), { query: threadQuery })
  return readOne(answer, conversation, (json) => fieldOf(json, 'thread'))
}

function toConversation(row: VendorThread): ConversationRecord {
  const details = row.attachment?.booking_details
  const code = presentText(details?.reservation_confirmation_code)
  // Threads contain first names only; after a booking, the booking has more.
  const guest = code === null ? toGuest(row) : null
  const id = demandId(row.id_str, row.id, 'thread')
  return {
    externalId: id,
    platform: 'airbnb',
    externalThreadId: id,
    listingExternalId: idOf(details?.listing_id_str, details?.listing_id),
    // An inquiry has the id of its thread.
    reservationExternalId: code ?? id,
    ...(guest === null ? {} : { guest }),
    lastMessageAt: utcInstant(row.last_message_sent_at),
  }
}

export function toGuest(row: VendorThread): GuestRecord | null {
  const user = guestIn(row)
  if (user === undefined) return null
  const [externalId, lastName] = [idText(user.id), presentText(user.last_name)]
  return namedGuest({
    ...(externalId === null ? {} : { externalId }),
    firstName: presentText(user.first_name),
    ...(lastName === null ? {} : { lastName }),
    language: presentText(user.preferred_locale),
  })
}

import type { ConversationRecord } from '../../contract/records.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapping, mapOne, mapRows } from '../../connector-kit/paginate.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { namedGuest } from '../../connector-kit/stay-readings.ts'
import { inquiryId, threadOfInquiry, writeId } from './ids.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { threadOf, threadsPage } from './threads.ts'
import { VendorThread } from './vendor.ts'

const conversation = mapping('conversation', VendorThread, toConversation)

export const conversations: NonNullable<VendorOperations['conversations']> = {
  async page(context, walk) {
    const { threads, failures, ...place } = await threadsPage(context, walk)
    const mapped = mapRows(threads, conversation)
    return { ...place, records: mapped.records, failures: [...failures, ...mapped.failures] }
  },

  one: oneThread,

  async ofInquiry(context, inquiry) {
    const thread = threadOfInquiry(inquiry)
    return thread === null ? null : oneThread(context, thread)
  },
}

async function oneThread(context: VendorContext, externalId: string): Promise<ConversationRecord | null> {
  const thread = await threadOf(context, externalId)
  return thread === null ? null : mapOne(thread, conversation)
}

function toConversation(row: VendorThread): ConversationRecord {
  const [id, property] = [String(row.id), idText(row.property?.id)]
  const booking = row.reservationSummary
  const inquiry = row.bookingInquiry ?? null
  // A booking's id needs its home's.
  const booked = booking && property !== null ? writeId({ property, id: String(booking.id) }) : null
  const stay = booking ? booked : inquiry && inquiryId(id)
  const guest = namedGuest({
    firstName: presentText(row.primaryTraveler?.firstName),
    lastName: presentText(row.primaryTraveler?.lastName),
  })
  const [last] = row.messages?.elements ?? []
  return {
    externalId: id,
    platform: 'vrbo',
    externalThreadId: id,
    listingExternalId: property,
    reservationExternalId: stay,
    ...(guest === null ? {} : { guest }),
    lastMessageAt: utcInstant(last?.creationDateTimeUtc),
  }
}

import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { firstInstant, latestInstant, utcInstant } from '../../connector-kit/dates.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { conversationPlatform } from './channels.ts'
import { toGuest } from './map-guest.ts'
import type { VendorConversation, VendorPost } from './vendor-inbox.ts'

/** undefined for a thread with the owner of a home. */
export function toConversation(row: VendorConversation): ConversationRecord | undefined {
  const partner = presentText(row.type) ?? presentText(row.conversationWith)
  // Only guests' threads are asked for, so a word that nobody knows is no reason to lose one.
  if (partner?.toLowerCase() === 'owner') return undefined
  // One guest's bookings share a thread; the newest is what it is about. Ids begin with the time they were made.
  const [newest] = (row.meta?.reservations ?? []).toSorted((a, b) => (a._id < b._id ? 1 : -1))
  const guest = toGuest(row.meta?.guest)
  return {
    externalId: row._id,
    platform: conversationPlatform(row.meta?.integration?.platform),
    listingExternalId: presentText(newest?.listing?._id),
    reservationExternalId: newest?._id ?? null,
    ...(guest === null ? {} : { guest }),
    subject: presentText(row.subject),
    lastMessageAt: lastMessageOf(row),
    // Guesty tells whether there is something unread, not how much.
    ...(typeof row.state?.read === 'boolean' ? { unreadCount: row.state.read ? 0 : 1 } : {}),
  }
}

function lastMessageOf(row: VendorConversation): string | null {
  const { user, nonUser } = row.lastMessageFrom ?? {}
  return latestInstant([utcInstant(user), utcInstant(nonUser)]) ?? utcInstant(row.state?.lastMessage?.date)
}

// module of a post: what was never sent to anybody.
const inside = new Set(['log', 'note'])
// Who wrote: words for the account's own side.
const ownSide = new Set('user host employee owner system automation fromhost toguest'.split(' '))

// Words for the account's own side that mean no person.
const machines = new Set(['system', 'automation'])

/** As messages of every PMS name it; the vendor's word for somebody who is neither host nor guest. */
function roleOf(writer: string, isOwn: boolean): string {
  if (isOwn) return machines.has(writer.toLowerCase()) ? 'system' : 'host'
  return /guest|^tohost$/i.test(writer) ? 'guest' : writer
}

/** undefined for notes and log entries, which stay inside the account. */
export function toMessage(row: VendorPost, conversationExternalId: string): MessageRecord | undefined {
  const channel = presentText(typeof row.module === 'string' ? row.module : row.module?.type)
  if (inside.has(channel ?? '') || row.sentBy === 'log') return undefined
  const sentAt = firstInstant(row.sentAt, row.createdAt)
  if (sentAt === null) throw new EssentialMissing('a message without time')
  const writer = presentText(row.from?.type) ?? presentText(row.sentBy) ?? presentText(row.type)
  if (writer === null) throw new EssentialMissing('a message from nobody')
  const isOwn = ownSide.has(writer.toLowerCase())
  return {
    externalId: row._id,
    conversationExternalId,
    direction: isOwn ? 'outbound' : 'inbound',
    senderType: roleOf(writer, isOwn),
    senderName: presentText(row.from?.fullName),
    channel: conversationPlatform(channel) ?? channel,
    body: textOfHtml(row.body ?? ''),
    attachments: attachmentsOf(row),
    isAutomated: isOwn && machines.has(writer.toLowerCase()),
    sentAt,
  }
}

function attachmentsOf({ attachments }: VendorPost): NonNullable<MessageRecord['attachments']> {
  return (attachments ?? []).flatMap(({ attachmentURL, url, mimetype }) => {
    const address = presentText(attachmentURL) ?? presentText(url)
    return address === null ? [] : [{ url: address, contentType: presentText(mimetype) }]
  })
}

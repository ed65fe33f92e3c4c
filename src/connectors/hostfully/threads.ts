import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { demand, fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import { beginWalk, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { compareInstants, momentIn, utcInstant } from '../../connector-kit/dates.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { mapping, mapOne, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { platformOf } from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { apiPath, leadsBy, listPage, ofAgency, uidOf } from './envelope.ts'
import { partsOfGuest, sourceOf } from './map-lead.ts'
import { VendorLead, VendorMessage, VendorThread } from './vendor.ts'

type LeadOf = (thread: VendorThread) => VendorLead | undefined

/** The list begins with the newest thread, so a page of older ones ends an incremental walk. */
export const conversations: NonNullable<VendorOperations['conversations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(context.now(), since))
    const list = { name: 'threads', query: ofAgency(context), cursor: place.inner }
    const { rows, next } = await listPage(context.http, list)
    const news = rows.filter((row) => isSince(row, since))
    const goesOn = next !== null && (since === null || rows.length === 0 || news.length > 0)
    return {
      ...mapRows(news, mappedWith(await leadsOf(context, news))),
      next: goesOn ? writeCursor({ ...place, inner: next }) : null,
      watermark: place.startedAt,
    }
  },

  async one(context, externalId) {
    const row = await threadOf(context, externalId)
    return row === null ? null : mapOne(row, mappedWith(await leadsOf(context, [row])))
  },
}

function isSince(row: unknown, since: string | null): boolean {
  const changed = momentIn(row, 'lastUpdateDate')
  return since === null || changed === null || compareInstants(changed, since) >= 0
}

async function threadOf({ http }: VendorContext, uid: string): Promise<unknown> {
  const answer = await orNull(http.get(apiPath('threads', uid)))
  return answer === null ? null : fieldOf(answer, 'thread')
}

/** Threads from before 2025 belong to a guest and name no lead. */
const leadUidOf = ({ participants }: VendorThread): string | null =>
  presentText(participants?.find(({ participantType }) => participantType === 'LEAD')?.participantUid)

/** Only leads know their channel and guest; those of a page come in one or two calls. */
async function leadsOf(context: VendorContext, threads: readonly unknown[]): Promise<LeadOf> {
  const leadUids = readable(VendorThread, threads).flatMap((thread) => leadUidOf(thread) ?? [])
  const rows = readable(VendorLead, await leadsBy(context, leadUids))
  const leads = new Map(rows.map((row) => [row.uid, row]))
  return (thread) => leads.get(leadUidOf(thread) ?? '')
}

const mappedWith = (leadOf: LeadOf) =>
  mapping('conversation', VendorThread, (row) => toConversation(row, leadOf(row)), uidOf)

function toConversation(thread: VendorThread, lead: VendorLead | undefined): ConversationRecord {
  const { guest } = partsOfGuest(lead?.guestInformation)
  return {
    externalId: thread.uid,
    platform: lead === undefined ? null : platformOf(sourceOf(lead)),
    listingExternalId: presentText(thread.propertyUid) ?? presentText(lead?.propertyUid),
    reservationExternalId: leadUidOf(thread),
    ...(guest === undefined ? {} : { guest }),
  }
}

export const messages: NonNullable<VendorOperations['messages']> = {
  async page({ http }, { conversationExternalId, cursor }) {
    const query = { threadUid: conversationExternalId }
    const list = listPage(http, { name: 'messages', query, cursor, endsShort: true })
    // A thread without messages was seen to be answered with 404.
    const { rows, next } = (await orNull(list)) ?? { rows: [], next: null }
    const toRecord = (row: VendorMessage) => toMessage(row, conversationExternalId)
    return { ...mapRows(rows, mapping('message', VendorMessage, toRecord, uidOf)), next }
  },
}

function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord {
  const role = presentText(row.senderType)
  const sentAt = utcInstant(row.createdUtcDateTime)
  if (role === null || sentAt === null) throw new EssentialMissing('a message without a known sender or time')
  const attachments = attachmentsIn((row.attachments ?? []).map(fileIn))
  return {
    externalId: row.uid,
    conversationExternalId,
    // Every sender but the guest is the host's side.
    ...senderOf(role === 'GUEST'),
    body: presentText(fieldOf(row.content, 'text')) ?? presentText(row.content) ?? '',
    ...(attachments.length === 0 ? {} : { attachments }),
    sentAt,
  }
}

/** The vendor does not document the fields of an attachment. */
function fileIn(file: unknown): { url: string | null } {
  const urls = ['url', 'fileUrl', 'link'].map((name) => presentText(fieldOf(file, name)))
  return { url: urls.find((url) => url !== null) ?? presentText(file) }
}

const direct: readonly unknown[] = ['airbnb', 'booking', 'vrbo']

export const messageWrites: MessageWrites = {
  // The vendor documents no limit; this one is ours.
  maxLength: 4000,
  channels: [],
  files: null,

  /** Three channels carry messages; guests of all other leads get an email. */
  async send(context, { conversationExternalId: threadUid, body }) {
    const thread = demand(VendorThread, await threadOf(context, threadUid), 'a thread')
    const lead = (await leadsOf(context, [thread]))(thread)
    const isDirect = lead !== undefined && direct.includes(platformOf(sourceOf(lead)))
    const answer = await context.http.post(apiPath('messages'), {
      body: {
        leadUid: leadUidOf(thread),
        threadUid,
        type: isDirect ? 'DIRECT_MESSAGE' : 'EMAIL',
        content: { subject: null, text: body },
      },
    })
    const message = fieldOf(answer, 'message') ?? answer
    return { externalId: presentText(fieldOf(message, 'uid')), channel: null, sentAt: null }
  },
}

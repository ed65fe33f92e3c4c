/** A vendor through which everything can be written, and that does as it is told. */
import type { VendorGuestDraft, OfferDraft } from '../../src/connector-kit/write-operations.ts'
import type { MessageWrites, OutgoingMessage } from '../../src/connector-kit/message-write-operations.ts'
import type { MessageRecord, ReviewRecord } from '../../src/contract/records.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { fakeVendor, inquiry, listing, stay, type FakeVendor } from '../sync/fake-vendor.ts'

type Work = () => void
/** `act` does the vendor's part; what is thrown is its answer. */
export type Script = (act: Work) => Promise<void> | void

/** What the vendor can be asked to do. */
export type WrittenKind =
  | 'message'
  | 'preApproval'
  | 'offer'
  | 'withdraw'
  | 'reply'
  | 'guestReview'
  | 'guest'
  | 'booking'
  | 'content'
  | 'alteration'
  | 'room'
  | 'removal'

export interface RelayVendor {
  fake: FakeVendor
  reviews: Map<string, ReviewRecord>
  guests: Map<string, Partial<VendorGuestDraft>>
  offers: Map<string, OfferDraft & { at: Date }>
  sent: OutgoingMessage[]
  /** What the next write of a kind does, one script after the other; without one it is done. */
  scripts: Partial<Record<WrittenKind, Script[]>>
  /** Does the vendor's part of a write, as the next script says. */
  write(kind: WrittenKind, act: Work): Promise<void>
  /** What the vendor did, in its order. */
  done: WrittenKind[]
  messageWrites: MessageWrites
  /** Whether messages are answered with their id. */
  tellsIds: boolean
  clock: Clock | null
}

export const record = {
  conversation: (externalId: string, more: object = {}) => ({
    externalId,
    platform: 'airbnb' as const,
    listingExternalId: 'A',
    guest: { firstName: 'Ada', lastName: 'Lovelace', email: `ada.${externalId}@example.com` },
    ...more,
  }),
}

export function relayVendor(): RelayVendor {
  const fake = fakeVendor({ pageSize: 10 })
  fake.listings.set(
    'A',
    listing('A', { channels: [{ platform: 'airbnb', externalId: '5041', active: true }] }),
  )
  fake.listings.set('B', listing('B'))
  fake.stays.set('S', stay('S', { source: 'airbnb' }))
  fake.stays.set('T', stay('T', { source: 'booking.com', checkIn: '2026-07-10', checkOut: '2026-07-12' }))
  for (const id of ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9'])
    fake.stays.set(id, inquiry(id, { listingExternalId: id === 'I6' ? 'B' : 'A' }))
  const thread = (id: string, reservation: string | null, platform = 'airbnb') =>
    fake.conversations.set(id, {
      ...record.conversation(id),
      platform: platform as 'airbnb',
      reservationExternalId: reservation,
    })
  thread('booked', 'S')
  thread('hotel', 'T', 'booking')
  thread('bare', null)
  thread('mail', null, 'email')
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9]) thread(`asked${n}`, `I${n}`)
  const now = () => (vendor.clock ?? { now: () => new Date() }).now()
  const run = async (kind: WrittenKind, work: Work) => {
    const act = () => {
      work()
      vendor.done.push(kind)
    }
    const script = vendor.scripts[kind]?.shift()
    if (script) await script(act)
    else act()
  }
  const vendor: RelayVendor = {
    fake,
    reviews: new Map(),
    guests: new Map(),
    offers: new Map(),
    sent: [],
    scripts: {},
    write: run,
    done: [],
    tellsIds: true,
    clock: null,
    messageWrites: {
      maxLength: 500,
      channels: ['sms'],
      files: { types: ['image/jpeg', 'image/png', 'image/gif'], perMessage: 1, maxBytes: 10 * 1024 * 1024 },
      async send(_, message) {
        for (const file of message.files) await file.bytes()
        const externalId = `M${vendor.sent.length + 1}`
        await run('message', () => {
          vendor.sent.push(message)
          fake.messages.set(externalId, toRecord(message, externalId, now()))
        })
        return {
          externalId: vendor.tellsIds ? externalId : null,
          channel: message.channel ?? message.platform,
          sentAt: now().toISOString(),
        }
      },
    },
  }
  let made = 0
  Object.assign(fake.connector.operations, {
    reviews: {
      page: () =>
        Promise.resolve({ records: structuredClone([...vendor.reviews.values()]), failures: [], next: null }),
    },
    messageWrites: vendor.messageWrites,
    preApprovals: {
      async approve(_: unknown, { inquiryExternalId }: { inquiryExternalId: string }) {
        await run('preApproval', () => setInquiry(fake, inquiryExternalId, 'pre_approved'))
        return { expiresAt: '2026-06-16T12:00:00.000Z' }
      },
    },
    specialOffers: {
      price: 'total',
      async send(_: unknown, draft: OfferDraft) {
        const externalId = `O${(made += 1)}`
        await run('offer', () => void vendor.offers.set(externalId, { ...draft, at: now() }))
        return { externalId, expiresAt: '2026-06-16T12:00:00.000Z' }
      },
      standing(_: unknown, { inquiryExternalId, since }: { inquiryExternalId: string; since: Date }) {
        const found = [...vendor.offers].findLast(
          ([, offer]) => offer.inquiryExternalId === inquiryExternalId && offer.at >= since,
        )
        return Promise.resolve(found ? { externalId: found[0], expiresAt: null } : null)
      },
      withdraw: (_: unknown, { externalId }: { externalId: string }) =>
        run('withdraw', () => void vendor.offers.delete(externalId)),
    },
    reviewWrites: {
      maxLength: 300,
      reply: (_: unknown, { externalId, body }: { externalId: string; body: string }) =>
        run('reply', () => {
          const review = vendor.reviews.get(externalId)
          if (review) vendor.reviews.set(externalId, { ...review, response: { body, submittedAt: null } })
        }),
    },
    guestWrites: {
      async create(_: unknown, draft: VendorGuestDraft) {
        const externalId = `G${(made += 1)}`
        await run('guest', () => void vendor.guests.set(externalId, draft))
        return { externalId }
      },
      async update(
        _: unknown,
        { externalId, change }: { externalId: string; change: Partial<VendorGuestDraft> },
      ) {
        await run(
          'guest',
          () => void vendor.guests.set(externalId, { ...vendor.guests.get(externalId), ...change }),
        )
        return { applied: Object.keys(change) }
      },
    },
  })
  return vendor
}

function setInquiry(fake: FakeVendor, id: string, status: 'pre_approved'): void {
  const held = fake.stays.get(id)
  if (held?.kind === 'inquiry') fake.stays.set(id, { ...held, status })
}

function toRecord(message: OutgoingMessage, externalId: string, at: Date): MessageRecord {
  return {
    externalId,
    conversationExternalId: message.conversationExternalId,
    direction: 'outbound',
    senderType: 'host',
    channel: message.platform,
    body: message.body,
    sentAt: at.toISOString(),
  }
}

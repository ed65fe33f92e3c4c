/** A vendor that holds canonical records and does as it is told, for what a simulator does not do by itself. */
import { noteUnread } from '../../src/connector-kit/tolerance/unread-fields.ts'
import { Type } from 'typebox'
import { basic } from '../../src/connector-kit/auth/static.ts'
import {
  defineConnector,
  type Connector,
  type VendorOperations,
  type VendorPage,
} from '../../src/connector-kit/connector.ts'
import { mapNews } from '../../src/connector-kit/map-news.ts'
import { ownMapping } from '../../src/connector-kit/paginate.ts'
import type {
  ConversationRecord,
  InquiryRecord,
  ListingRecord,
  MessageRecord,
  ReservationRecord,
  StayRecord,
  UnitRecord,
} from '../../src/contract/records.ts'

/** A stay with this payment status is one whose payment cannot be read. */
export const unreadablePayment = 'unreadable'

export interface FakeVendor {
  listings: Map<string, ListingRecord>
  units: Map<string, UnitRecord>
  stays: Map<string, StayRecord>
  conversations: Map<string, ConversationRecord>
  messages: Map<string, MessageRecord>
  /** What the next calls of an operation do instead: throw this. What it waits for comes before the answer. */
  trouble: ((operation: string) => Error | null | Promise<null>) | null
  calls: string[]
  /** Rows of the list of stays that were read, by their ids. */
  mapped: string[]
  /** Rows the list of stays leaves out while single ones can be asked for. */
  hidden: Set<string>
  /** What the list of stays says it has, when that is not what it gives. */
  promised: number | null
  connector: Connector
}

export const listing = (externalId: string, more: Partial<ListingRecord> = {}): ListingRecord => ({
  externalId,
  model: 'home',
  name: `Home ${externalId}`,
  unitCount: 1,
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  ...more,
})

export const stay = (externalId: string, more: Partial<ReservationRecord> = {}): ReservationRecord => ({
  kind: 'reservation',
  externalId,
  listingExternalId: 'A',
  confirmationCode: `CODE-${externalId}`,
  source: 'direct',
  status: 'confirmed',
  checkIn: '2026-07-01',
  checkOut: '2026-07-05',
  bookedAt: '2026-01-01T00:00:00Z',
  totalPrice: '100.00',
  currency: 'EUR',
  sourceStatus: 'new',
  ...more,
})

export const inquiry = (externalId: string, more: Partial<InquiryRecord> = {}): InquiryRecord => ({
  kind: 'inquiry',
  externalId,
  listingExternalId: 'A',
  channel: 'airbnb',
  status: 'open',
  checkIn: '2026-08-01',
  checkOut: '2026-08-05',
  sourceStatus: 'inquiry',
  ...more,
})

export function fakeVendor(options: { canAskForOne?: boolean; pageSize?: number } = {}): FakeVendor {
  const { canAskForOne = true, pageSize = 2 } = options
  const paged = <R>(records: readonly R[], cursor: string | null): VendorPage<R> => {
    const from = Number(cursor ?? 0)
    const to = from + pageSize
    return {
      records: records.slice(from, to),
      failures: [],
      next: to < records.length ? String(to) : null,
      expected: records.length,
    }
  }
  const vendor: Omit<FakeVendor, 'connector'> = {
    listings: new Map(),
    units: new Map(),
    stays: new Map(),
    conversations: new Map(),
    messages: new Map(),
    trouble: null,
    calls: [],
    mapped: [],
    hidden: new Set(),
    promised: null,
  }
  const call = async <T>(operation: string, answer: () => T): Promise<T> => {
    vendor.calls.push(operation)
    const error = await vendor.trouble?.(operation)
    if (error) throw error
    return structuredClone(answer())
  }
  const one = <R>(name: string, records: Map<string, R>) =>
    canAskForOne
      ? { one: (_: unknown, id: string) => call(`${name} ${id}`, () => records.get(id) ?? null) }
      : {}
  const threadOf = (_: unknown, inquiryId: string) =>
    call(
      `thread of ${inquiryId}`,
      () =>
        [...vendor.conversations.values()].find(
          ({ reservationExternalId }) => reservationExternalId === inquiryId,
        ) ?? null,
    )
  const operations: VendorOperations = {
    probe: () => call('probe', () => ({ externalAccountId: 'acme-1', accountName: 'Acme' })),
    listings: {
      page: (_, { cursor }) => call('listings', () => paged([...vendor.listings.values()], cursor)),
      ...one('listings', vendor.listings),
    },
    units: {
      page: (_, walk) =>
        call(`units ${walk.listing.externalId}`, () => {
          const ofListing = [...vendor.units.values()].filter((unit) =>
            unit.listingExternalIds.includes(walk.listing.externalId),
          )
          return paged(ofListing, walk.cursor)
        }),
    },
    reservations: {
      async page(context, { cursor }) {
        const { records, ...page } = await call('reservations', () => {
          const rows = [...vendor.stays.values()].filter(({ externalId }) => !vendor.hidden.has(externalId))
          return { ...paged(rows, cursor), expected: vendor.promised ?? rows.length }
        })
        const mapped = await mapNews(context, records, rowOfStay)
        return { ...page, ...mapped, watermark: '2026-06-15T12:00:00Z' }
      },
      ...one('reservations', vendor.stays),
    },
    conversations: {
      page: (_, { cursor }) =>
        call('conversations', () => ({
          ...paged([...vendor.conversations.values()], cursor),
          watermark: null,
        })),
      ...one('conversations', vendor.conversations),
      ...(canAskForOne ? { ofInquiry: threadOf } : {}),
    },
    messages: {
      page: (_, { conversationExternalId, cursor }) =>
        call(`messages ${conversationExternalId}`, () =>
          paged(
            [...vendor.messages.values()].filter(
              (message) => message.conversationExternalId === conversationExternalId,
            ),
            cursor,
          ),
        ),
    },
  }
  const rowOfStay = ownMapping(
    'stay',
    (row: StayRecord) => {
      vendor.mapped.push(row.externalId)
      if (row.kind !== 'reservation' || row.paymentStatus !== unreadablePayment) return row
      noteUnread('price-paid', false)
      return { ...row, paymentStatus: null }
    },
    ({ externalId }) => externalId,
  )
  const connector = defineConnector({
    manifest: {
      id: 'acme',
      displayName: 'Acme',
      description: 'A vendor of tests.',
      fr: { description: 'Un fournisseur pour les tests.' },
      docsUrl: 'http://acme.test',
      access: {
        plan: null,
        registration: null,
        cost: null,
        addresses: null,
        sources: [{ url: 'http://acme.test', readOn: '2026-11-29' }],
      },
      category: 'pms',
      connectPattern: 'credentials',
      status: 'beta',
      model: 'home',
      baseUrl: 'http://acme.test',
      credentials: [
        {
          key: 'token',
          label: 'Token',
          help: 'Any.',
          fr: { label: 'Jeton', help: 'Au choix.' },
          secret: true,
        },
      ],
      rateLimits: [],
      timeoutMs: 1000,
      sync: { reservations: 'updated-since', overlapSeconds: 0, calendarDays: 10 },
      verifiedAgainst: 'vendor_docs',
      notes: { reservations: '', listings: '' },
    },
    credentials: Type.Object({ token: Type.String() }),
    accountOf: () => 'acme-1',
    auth: ({ token }) => basic('acme', token),
    operations,
  })
  return Object.assign(vendor, { connector })
}

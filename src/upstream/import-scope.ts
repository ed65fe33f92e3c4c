/** Restricts a connector to what a migration takes over; other kinds look as if the vendor had none. Pure. */
import type { Connector, VendorOperations, VendorPage, VendorContext } from '../connector-kit/connector.ts'
import type { MessageRecord } from '../contract/records.ts'

/** A migration that takes over one of these kinds needs the operation; every migration reads reviews. */
const neededFor = {
  units: ['rooms'],
  channelLinks: ['channelIds'],
  calendar: ['calendar', 'rates'],
  conversations: ['conversations'],
  messages: ['conversations'],
  reviews: [],
} as const satisfies Partial<Record<keyof VendorOperations, readonly string[]>>

/** A record's fields belong to these kinds; dots separate nested names. */
const listingParts = {
  photos: 'photos',
  thumbnailUrl: 'photos',
  amenities: 'amenities',
  'content.houseRules': 'houseRules',
  channels: 'channelIds',
  defaultNightlyPrice: 'rates',
}
const stayParts = {
  guest: 'guests',
  guestDetails: 'guests',
  financials: 'payments',
  paymentStatus: 'payments',
  'financials.host.guestFees': 'fees',
  'financials.host.hostFees': 'fees',
  'financials.guest.fees': 'fees',
  'financials.host.taxes': 'taxes',
  'financials.guest.taxes': 'taxes',
}
const conversationParts = { guest: 'guests' }
/** These fields describe a message's sender. */
const senderParts = { senderName: 'guests', senderAvatar: 'guests' }
const dayParts = { price: 'rates', partyPrices: 'rates', note: 'calendar' }

/** These kinds are parts of stays, so choosing one of them reads stays. */
export const limitStays = ['reservations', 'guests', 'payments']

type FieldNames = Readonly<Record<string, unknown>>
type ImportLimit = <R extends object>(record: R) => R

function withoutPart(record: FieldNames, [name = '', ...within]: readonly string[]): FieldNames {
  if (!Object.hasOwn(record, name)) return record
  const { [name]: part, ...others } = record
  if (within.length === 0) return others
  const isRecord = typeof part === 'object' && part !== null
  return isRecord ? { ...record, [name]: withoutPart(part as FieldNames, within) } : record
}

const limitTo =
  (scope: ReadonlySet<string>) =>
  (parts: Record<string, string>): ImportLimit => {
    const left = Object.entries(parts).filter(([, kind]) => !scope.has(kind))
    const paths = left.map(([path]) => path.split('.'))
    return <R extends object>(record: R) => paths.reduce(withoutPart, record as FieldNames) as R
  }

export function applyImportScope(connector: Connector, kinds: readonly string[] | null): Connector {
  if (kinds === null) return connector
  const scope = new Set(kinds)
  const limit = limitTo(scope)
  const left: VendorOperations = { ...connector.operations }
  for (const [name, needed] of Object.entries(neededFor) as [keyof typeof neededFor, readonly string[]][])
    if (!needed.some((kind) => scope.has(kind))) delete left[name]
  if (!limitStays.some((kind) => scope.has(kind))) delete left.reservations
  const { listings, reservations, conversations, messages, calendar } = left
  return {
    ...connector,
    operations: {
      ...left,
      ...(listings ? { listings: limitedList(listings, limit(listingParts)) } : {}),
      ...(reservations ? { reservations: limitedList(reservations, limit(stayParts)) } : {}),
      ...(conversations ? { conversations: limitedThreads(conversations, limit(conversationParts)) } : {}),
      ...(messages ? { messages: limitedMessages(messages, limit(senderParts)) } : {}),
      ...(calendar ? { calendar: limitedCalendar(calendar, limit(dayParts)) } : {}),
    },
  }
}

const mapped = <R, P extends VendorPage<R>>(page: P, limit: (record: R) => R): P => ({
  ...page,
  records: page.records.map(limit),
})

interface ImportList<R, W, P extends VendorPage<R>> {
  page(context: VendorContext, walk: W): Promise<P>
  one?(context: VendorContext, externalId: string): Promise<R | null>
}

function limitedList<R extends object, W, P extends VendorPage<R>, L extends ImportList<R, W, P>>(
  list: L & ImportList<R, W, P>,
  limit: ImportLimit,
): L {
  const { one } = list
  return {
    ...list,
    page: async (context: VendorContext, walk: W) => mapped<R, P>(await list.page(context, walk), limit),
    ...(one
      ? {
          async one(context: VendorContext, externalId: string) {
            const record = await one.call(list, context, externalId)
            return record && limit(record)
          },
        }
      : {}),
  }
}

function limitedThreads(
  threads: NonNullable<VendorOperations['conversations']>,
  limit: ImportLimit,
): NonNullable<VendorOperations['conversations']> {
  const { ofInquiry } = threads
  const limited = limitedList(threads, limit)
  if (!ofInquiry) return limited
  return {
    ...limited,
    async ofInquiry(context, inquiryExternalId) {
      const record = await ofInquiry.call(threads, context, inquiryExternalId)
      return record && limit(record)
    },
  }
}

function limitedMessages(
  messages: NonNullable<VendorOperations['messages']>,
  limit: ImportLimit,
): NonNullable<VendorOperations['messages']> {
  const ofGuests = (message: MessageRecord) => (message.direction === 'inbound' ? limit(message) : message)
  return {
    ...messages,
    page: async (context, walk) => mapped(await messages.page(context, walk), ofGuests),
  }
}

function limitedCalendar(
  calendar: NonNullable<VendorOperations['calendar']>,
  limit: ImportLimit,
): NonNullable<VendorOperations['calendar']> {
  const { together } = calendar
  return {
    ...calendar,
    range: async (context, walk) => (await calendar.range(context, walk)).map(limit),
    ...(together
      ? {
          together: {
            ...together,
            async ranges(context, walk) {
              const found = await together.ranges(context, walk)
              return new Map([...found].map(([id, days]) => [id, days.map(limit)]))
            },
          },
        }
      : {}),
  }
}

/** Leaves out stays that ended before this day, if the vendor can filter them. */
export function addHistory(connector: Connector, historyFrom: string | null): Connector {
  const { reservations } = connector.operations
  if (historyFrom === null || !reservations) return connector
  const page: typeof reservations.page = (context, walk) =>
    reservations.page(context, { ...walk, historyFrom })
  return {
    ...connector,
    operations: { ...connector.operations, reservations: { ...reservations, page } },
  }
}

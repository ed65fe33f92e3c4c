import type { Operations } from '../../connector-kit/connector.ts'
import { compareInstants, latestInstant, momentIn } from '../../connector-kit/dates.ts'
import { mapping, mapRows, readCursor, readOne, writeCursor } from '../../connector-kit/paginate.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { toConversation } from './map-conversation.ts'
import { VendorConversation } from './vendor-inbox.ts'

const path = '/v1/communication/conversations'
const pageSize = 100
// Words of the list's own `fields`; some bring several fields along.
const fields =
  'guest reservation integration status read lastMessage lastMessageFrom type createdAt modifiedAt'
const withGuests = JSON.stringify([{ field: 'type', operator: '$eq', value: 'guest' }])
// Where rows tell no time the next walk starts by our clock, and the vendor's may be behind it.
const clockMarginMs = 3_600_000

const mapped = mapping('conversation', VendorConversation, toConversation, idOf)

interface Place {
  after: string | null
  /** Where the next walk starts: at the newest change this one began with, for what changes meanwhile moves there. */
  watermark: string | null
}

/** Newest change first, to the end or down to what is known. */
export const conversations: NonNullable<Operations['conversations']> = {
  async page({ http, now }, { cursor, since }) {
    const place = readCursor<Place>(cursor, { after: null, watermark: null })
    const query = {
      fields,
      filters: withGuests,
      sort: '-modifiedAt',
      limit: pageSize,
      cursorAfter: place.after,
    }
    const { rows, limit, after } = readRows(await http.get(path, { query }), 'conversations')
    const times = rows.map((row) => momentIn(row, 'modifiedAt'))
    const fallback = since ?? new Date(now().getTime() - clockMarginMs).toISOString()
    const watermark = place.watermark ?? latestInstant([...times, since]) ?? fallback
    const isLast =
      after === null ||
      after === place.after ||
      rows.length < Math.min(limit ?? pageSize, pageSize) ||
      isPast(times, since)
    return {
      ...mapRows(
        rows.filter((_row, index) => isWanted(times[index] ?? null, since)),
        mapped,
      ),
      next: isLast ? null : writeCursor({ after, watermark }),
      watermark,
    }
  },

  one: ({ http }, externalId) =>
    readOne(http.get(`${path}/${encodeURIComponent(externalId)}`), mapped, readRecord),
}

function isWanted(time: string | null, since: string | null): boolean {
  return since === null || time === null || compareInstants(time, since) >= 0
}

/** Whether everything after this page is older. Only rows that tell their time, in order, prove it. */
function isPast(times: (string | null)[], since: string | null): boolean {
  const last = times.at(-1)
  if (since === null || !last || compareInstants(last, since) >= 0) return false
  return times.every((time, index) => {
    const before = index === 0 ? time : (times[index - 1] ?? null)
    return time !== null && before !== null && compareInstants(time, before) <= 0
  })
}

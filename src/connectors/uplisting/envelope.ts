import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields, listIn, numberIn } from '../../connector-kit/answers.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { flatResource, resourceName } from '../../connector-kit/json-api.ts'
import { idText, presentText, presentTexts } from '../../connector-kit/readings.ts'

/** Failures have a text in `error`; those of the second version a list of `errors`. */
export const signals: VendorSignals = {
  messageOf(json) {
    const errors = fieldOf(json, 'errors')
    const words = presentTexts([
      fieldOf(json, 'error'),
      fieldOf(json, 'message'),
      ...(Array.isArray(errors) ? errors : []).map(
        (error) => presentText(fieldOf(error, 'detail')) ?? presentText(fieldOf(error, 'title')) ?? error,
      ),
    ])
    return words.join('; ') || null
  },
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** Makes plain rows of JSON:API resources, with the attributes of what belongs to them in `related`. */
function resourcesIn(answer: unknown): unknown[] {
  const included = new Map(listOf(fieldOf(answer, 'included')).map((one) => [resourceName(one), one]))
  const resource = (one: unknown) => fieldOf(included.get(resourceName(one)), 'attributes') ?? {}
  return listIn(answer, 'data').map((row) =>
    flatResource(row, (link) => {
      const data = fieldOf(link, 'data')
      return Array.isArray(data) ? data.map(resource) : resource(data)
    }),
  )
}

/** Some clients read resources where others read plain rows. */
export const plainRow = (row: unknown): unknown =>
  isFields(fieldOf(row, 'attributes')) ? flatResource(row, () => null) : row

const metaNumber = (answer: unknown, name: string) => numberIn(fieldOf(answer, 'meta'), name)

/** Reads all properties. No pages are documented; an answer that counts several is read to its end. */
export async function propertyRows(http: VendorHttp): Promise<unknown[]> {
  const byId = new Map<string, unknown>()
  for (let page = 0; ; page += 1) {
    const answer = await http.get('/properties', page === 0 ? {} : { query: { page } })
    for (const row of resourcesIn(answer)) byId.set(presentText(fieldOf(row, 'id')) ?? `${byId.size}`, row)
    if (page + 1 >= (metaNumber(answer, 'total_pages') ?? 1)) return [...byId.values()]
  }
}

/** The vendor gives so many bookings at once. */
const pageSize = 50

export interface BookingPage {
  rows: unknown[]
  total: number | null
  isLast: boolean
}

/** Reads a page of the bookings of one property; pages are counted from 0. */
export async function bookingPage(
  http: VendorHttp,
  propertyId: string,
  query: Query & { page: number },
): Promise<BookingPage> {
  const answer = await http.get(`/bookings/${encodeURIComponent(propertyId)}`, { query })
  const found =
    fieldOf(answer, 'bookings') === undefined ? listIn(answer, 'data') : listIn(answer, 'bookings')
  const pages = metaNumber(answer, 'total_pages')
  return {
    rows: found.map((row) => ofProperty(plainRow(row), propertyId)),
    total: metaNumber(answer, 'total'),
    isLast: pages === null ? found.length < pageSize : query.page + 1 >= pages,
  }
}

/** A row that names no property belongs to the one that was asked for. */
function ofProperty(row: unknown, propertyId: string): unknown {
  const ownId = idText(presentText(fieldOf(row, 'property_id')))
  return isFields(row) && ownId === null ? { ...row, property_id: propertyId } : row
}

/** Reads every booking of one property. */
export async function everyBooking(http: VendorHttp, propertyId: string, query: Query): Promise<unknown[]> {
  const found: unknown[] = []
  for (let page = 0; ; page += 1) {
    const { rows, isLast } = await bookingPage(http, propertyId, { ...query, page })
    found.push(...rows)
    if (isLast || rows.length === 0) return found
  }
}

import type { VendorSignals } from '../../connector-kit/answer.ts'
import { fieldOf, isFields, listIn, numberIn } from '../../connector-kit/answers.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
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

const nameOf = (resource: unknown): string =>
  `${presentText(fieldOf(resource, 'type'))} ${presentText(fieldOf(resource, 'id'))}`

/** Makes plain rows of JSON:API resources: their attributes, their id, and `related` resources by name. */
export function resourcesIn(answer: unknown): unknown[] {
  const included = new Map(listOf(fieldOf(answer, 'included')).map((one) => [nameOf(one), one]))
  const relatedTo = (link: unknown): unknown => {
    const data = fieldOf(link, 'data')
    const resource = (one: unknown) => fieldOf(included.get(nameOf(one)), 'attributes') ?? {}
    return Array.isArray(data) ? data.map(resource) : resource(data)
  }
  return listIn(answer, 'data').map((resource) => {
    const links = fieldOf(resource, 'relationships')
    const related = Object.entries(isFields(links) ? links : {}).map(([name, link]) => [
      name,
      relatedTo(link),
    ])
    return { ...attributesOf(resource), related: Object.fromEntries(related) as object }
  })
}

function attributesOf(resource: unknown): object {
  const attributes = fieldOf(resource, 'attributes')
  return isFields(attributes) ? { ...attributes, id: fieldOf(resource, 'id') } : Object(resource)
}

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
    rows: found.map((row) => ofProperty(attributesOf(row), propertyId)),
    total: metaNumber(answer, 'total'),
    isLast: pages === null ? found.length < pageSize : query.page + 1 >= pages,
  }
}

/** A row that names no property belongs to the one that was asked for. */
function ofProperty(row: object, propertyId: string): unknown {
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

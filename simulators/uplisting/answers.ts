import type { VendorAnswer } from '../kit/definition.ts'
import { intParam, type Query } from '../kit/query.ts'
import type { Booking, Property } from './records.ts'

export const failure = (status: number, error: string): VendorAnswer => ({ status, body: { error } })

export const notFound = failure(404, 'Resource not found')
export const unauthorized = failure(401, 'Invalid Authorization header format')
export const invalid = (message: string): VendorAnswer => failure(422, message)
/** Calls of the second version have errors of JSON:API. */
export const invalidResource = (detail: string): VendorAnswer => ({
  status: 422,
  body: { errors: [{ title: 'Unprocessable entity', detail }] },
})

const largestPage = 50

/** Pages are counted from 0. */
export function bookingPage(rows: readonly Booking[], query: Query): object {
  const size = intParam(query, 'per_page') ?? largestPage
  const page = intParam(query, 'page') ?? 0
  return {
    bookings: rows.slice(page * size, (page + 1) * size),
    meta: { total: rows.length, total_pages: Math.ceil(rows.length / size) },
  }
}

const relatedNames = [
  ['address', 'addresses'],
  ['photos', 'photos'],
  ['amenities', 'amenities'],
  ['fees', 'property_fees'],
  ['taxes', 'property_taxes'],
] as const

interface Resource {
  id: string
  type: string
  attributes: object
}

/** A document of JSON:API. Amenities with one name are one resource, to which properties point together. */
export function propertyDocument(properties: readonly Property[]): object {
  const included = new Map<string, Resource>()
  const referTo = (type: string, ownId: string, attributes: object) => {
    const id = type === 'amenities' ? String((attributes as { name: string }).name.length * 100) : ownId
    included.set(`${type} ${id}`, { id, type, attributes })
    return { id, type }
  }
  const data = properties.map(({ id, address, photos, amenities, fees, taxes, ...attributes }) => {
    const parts = { address, photos, amenities, fees, taxes }
    const links = relatedNames.map(([name, type]) => {
      const part = parts[name]
      const refs = Array.isArray(part)
        ? part.map((one: object, index) => referTo(type, `${id}${index}`, one))
        : referTo(type, String(id), part ?? {})
      return [name, { data: refs }] as const
    })
    const relationships = { ...Object.fromEntries(links), multi_units: { data: [] } }
    return { id: String(id), type: 'properties', attributes, relationships }
  })
  return { data, included: [...included.values()] }
}

export const bookingDocument = ({ id, ...attributes }: Booking): object => ({
  data: { id: String(id), type: 'bookings', attributes },
})

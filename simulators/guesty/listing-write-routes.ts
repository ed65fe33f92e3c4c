import type { FastifyInstance } from 'fastify'
import type { VendorAnswer } from '../kit/definition.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { refusal } from './answers.ts'
import type { Listing } from './listing-record.ts'
import { isFields, isFilled, isFlag, isNumber, isText, isTexts, wrongWith } from './sent-fields.ts'
import type { Sent, Wanted } from './sent-fields.ts'
import { amenities } from './vocabulary.ts'

type WithId = { Params: { id: string } }

const isTime = (value: unknown): boolean => isText(value) && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
const listingChange: Wanted = {
  'title?': (value) => isText(value) && value.length >= 3 && value.length <= 50,
  'nickname?': isFilled,
  'accommodates?': isNumber,
  'defaultCheckInTime?': isTime,
  'defaultCheckOutTime?': isTime,
  'publicDescription?': isFields,
}
const isPlace = (value: unknown): boolean => {
  if (!isFields(value) || !isFields(value.location)) return false
  return typeof value.location.lat === 'number' && typeof value.location.lng === 'number'
}
const addressChange: Wanted = {
  address: isPlace,
  publishedAddress: isPlace,
  isPublishedAddressEnabled: isFlag,
}

const failure = (status: number, message: string, data?: string): VendorAnswer => ({
  status,
  body: { error: { message, status, ...(data === undefined ? {} : { data }) } },
})

/** What a listing says of itself, by several services: texts, amenities, address, photos. */
export function listingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  const find = (id: string): Listing | undefined => store.listings.get(id)

  app.put<WithId>('/listings/:id', ({ params, body }, reply) => {
    if (find(params.id) === undefined)
      return sendAnswer(reply, refusal(404, 'Listing not found', 'LISTING_NOT_FOUND'))
    const wrong = wrongWith(body, listingChange)
    if (wrong !== undefined) return sendAnswer(reply, refusal(400, wrong))
    account.changeListing(params.id, body)
    // Only what was sent comes back.
    return { _id: params.id, ...(body as object) }
  })

  app.get('/properties-api/amenities/supported', () =>
    amenities.map((name) => ({ name, group: 'Essentials', channels: {} })),
  )

  app.put<WithId>('/properties-api/amenities/:id', ({ params, body }, reply) => {
    const listing = find(params.id)
    if (listing === undefined) return sendAnswer(reply, failure(404, 'Not Found', 'Amenities not found'))
    if (listing.type === 'MTL_CHILD') {
      return sendAnswer(reply, failure(400, 'Only MTL and SINGLE property types are supported'))
    }
    const wrong = wrongWith(body, { amenities: isTexts })
    const chosen = (body as Sent).amenities as string[]
    const unknown = wrong ?? chosen.find((name) => !amenities.includes(name))
    if (unknown !== undefined) return sendAnswer(reply, failure(400, `not supported: ${unknown}`))
    account.changeListing(listing._id, { amenities: chosen, amenitiesNotIncluded: [] })
    return { propertyId: listing._id, amenities: chosen, otherAmenities: [] }
  })

  app.get<WithId>('/address/:id', ({ params }, reply) => {
    const listing = find(params.id)
    return listing === undefined
      ? sendAnswer(reply, failure(404, 'Not Found', 'Address not found'))
      : addressOf(listing)
  })

  app.put<WithId>('/address/:id/update', ({ params, body }, reply) => {
    if (find(params.id) === undefined)
      return sendAnswer(reply, failure(404, 'Not Found', 'Address not found'))
    const wrong = wrongWith(body, addressChange)
    if (wrong !== undefined) return sendAnswer(reply, failure(400, wrong))
    const { address, publishedAddress } = body as { address: Sent; publishedAddress: Sent }
    return addressOf(
      account.changeListing(params.id, { address: flat(address), publishedAddress: flat(publishedAddress) }),
    )
  })

  app.post<WithId>('/properties-api/property-photos/property-photos/:id', ({ params, body }, reply) => {
    const listing = find(params.id)
    if (listing === undefined) return sendAnswer(reply, failure(404, 'Property not found'))
    const rows: unknown[] = Array.isArray(body) ? body : []
    const wrong = rows.map((row) => wrongWith(row, { url: isFilled, 'caption?': isText })).find(isText)
    if (rows.length === 0 || wrong !== undefined) return sendAnswer(reply, failure(400, wrong ?? 'no photos'))
    const added = (rows as Sent[]).map(({ url, caption }) => ({
      _id: store.ids.make(account.nowMs()),
      original: url,
      thumbnail: url,
      ...(caption === undefined ? {} : { caption }),
    }))
    const pictures = [...(listing.pictures ?? []), ...added]
    account.changeListing(listing._id, { pictures })
    return reply.code(201).send(pictures)
  })
}

/** The place stands in a part of its own here, and beside the rest in the listing. */
function addressOf({ address, publishedAddress }: Listing): object {
  const nested = (value: object | null) => {
    const { lat, lng, ...rest } = { ...(value as Sent | null) }
    return { ...rest, location: { lat, lng } }
  }
  return {
    address: nested(address),
    publishedAddress: nested(publishedAddress),
    isPublishedAddressEnabled: false,
  }
}

function flat({ location, ...rest }: Sent): Sent {
  return { ...rest, ...(location as Sent) }
}

/** A property's facilities, contacts, check-in, photos and licences. */
import type { FastifyInstance } from 'fastify'
import { sendAnswer } from '../kit/server.ts'
import * as is from '../kit/shape.ts'
import { connectedHotel, refuseJson } from './access.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'

const facilities = '/facilities-api/properties/:pid'
const contacts = '/contacts-api/properties/:pid/contacts'
const methods = '/checkin-methods-api/properties/:pid'
const photos = '/photo-api/properties/:pid/photos'
const pending = '/photo-api/properties/:pid/pending/photos'
const licences = '/licenses/rules/properties/:pid'
const licence = '/licenses/data/properties/:pid'

const contact = is.exactly({
  contact_profiles: is.list(is.exactly({ type: is.filled }), 1),
  ...is.optional({
    address: is.anything,
    contact_person: is.anything,
    phones: is.list(is.anything),
    emails: is.list(is.anything),
  }),
})

export const contentShapes: is.RouteShapes = {
  [`GET ${facilities}`]: {},
  [`PUT ${facilities}`]: {
    body: is.list(
      is.exactly({
        facility_id: is.id,
        state: is.oneOf('PRESENT', 'ABSENT'),
        instances: is.opt(is.list(is.anything)),
      }),
      1,
    ),
  },
  [`GET ${contacts}`]: {},
  [`PUT ${contacts}`]: { body: is.exactly({ contacts: is.list(contact, 1) }) },
  [`GET ${methods}`]: {},
  [`POST ${methods}`]: {
    body: is.exactly({
      checkin_methods: is.list(
        is.exactly({
          stream_variation_name: is.oneOf('primary_checkin_method', 'alternative_checkin_method'),
          checkin_method: is.filled,
          ...is.optional({ additional_info: is.anything, external_references: is.list(is.anything) }),
        }),
        1,
      ),
    }),
  },
  [`GET ${photos}`]: {},
  [`POST ${pending}`]: {
    body: is.exactly({
      photos: is.list(is.exactly({ url: is.filled, tag_ids: is.opt(is.list(is.id)) }), 1),
    }),
  },
  [`GET ${licences}`]: {},
  [`GET ${licence}`]: {},
  [`PUT ${licence}`]: {
    body: is.exactly({
      variant_id: is.id,
      content_data: is.list(is.exactly({ name: is.filled, value: is.filled }), 1),
    }),
  },
}

type ContentByIdRequest = { Params: { pid: string } }

interface Facility {
  facility_id: number
  state: string
}
interface PropertyContact {
  contact_profiles: { type: string }[]
}
interface Photo {
  photo_id: string
  url: string
  tag_ids: number[]
}

interface Licence {
  variant_id: number
  content_data: { name: string; value: string }[]
}

/** Every place requires this licence. */
const variant = {
  ...{ id: 42, name: 'tourist_licence_v1' },
  content: [{ name: 'number', required: true, dataType: 'string' }],
}

export function contentRoutes(app: FastifyInstance, account: Account, answers: AnswerWriter): void {
  const contents = {
    facilities: new Map<number, Map<number, Facility>>(),
    contacts: new Map<number, PropertyContact[]>(),
    methods: new Map<number, object[]>(),
    photos: new Map<number, Photo[]>(),
    licences: new Map<number, Licence>(),
  }
  const at = ({ params }: { params: unknown }) =>
    connectedHotel(account, answers, (params as ContentByIdRequest['Params']).pid).id

  app.get(facilities, (request, reply) =>
    sendAnswer(reply, answers.json([...(contents.facilities.get(at(request))?.values() ?? [])])),
  )
  app.put(facilities, (request, reply) => {
    const own = contents.facilities.get(at(request)) ?? new Map<number, Facility>()
    contents.facilities.set(at(request), own)
    for (const one of request.body as Facility[]) {
      if (one.state === 'ABSENT') own.delete(one.facility_id)
      else own.set(one.facility_id, one)
    }
    return sendAnswer(reply, answers.json({ property_id: at(request) }))
  })

  app.get(contacts, (request, reply) =>
    sendAnswer(reply, answers.json({ contacts: contents.contacts.get(at(request)) ?? [] })),
  )
  app.put(contacts, (request, reply) => {
    const { contacts: body } = request.body as { contacts: PropertyContact[] }
    const general = body.filter(({ contact_profiles }) =>
      contact_profiles.some(({ type }) => type === 'general'),
    )
    // A write replaces all contacts, and exactly one must be general.
    if (general.length !== 1) {
      const text = 'There must be one contact of type general'
      refuseJson(answers, 400, { code: codes.invalid, text, fields: ['$.contacts'] })
    }
    contents.contacts.set(at(request), body)
    return sendAnswer(reply, answers.json({ success: true }))
  })

  app.get(methods, (request, reply) =>
    sendAnswer(reply, answers.json({ checkin_methods: contents.methods.get(at(request)) ?? [] })),
  )
  app.post(methods, (request, reply) => {
    contents.methods.set(at(request), (request.body as { checkin_methods: object[] }).checkin_methods)
    return sendAnswer(reply, answers.json({ success: true }))
  })

  app.get(photos, (request, reply) =>
    sendAnswer(reply, answers.json({ photos: contents.photos.get(at(request)) ?? [] })),
  )
  app.post(pending, (request, reply) => {
    const own = contents.photos.get(at(request)) ?? []
    contents.photos.set(at(request), own)
    const body = (request.body as { photos: { url: string; tag_ids?: number[] }[] }).photos
    const ids = body.map(({ url, tag_ids = [] }) => {
      const twin = own.find((photo) => photo.url === url)
      const photo_id = twin?.photo_id ?? String(account.store.nextId('photo', 700_001))
      if (!twin) own.push({ photo_id, url, tag_ids })
      return { photo_pending_id: photo_id, status: twin ? 'duplicate' : 'pending' }
    })
    return sendAnswer(reply, answers.json({ photos: ids }))
  })

  app.get(licences, (request, reply) => {
    at(request)
    return sendAnswer(reply, answers.json({ level: 'property', variants: [variant] }))
  })
  app.get(licence, (request, reply) =>
    sendAnswer(reply, answers.json(contents.licences.get(at(request)) ?? null)),
  )
  app.put(licence, (request, reply) => {
    const body = request.body as Licence
    const hotel = at(request)
    const names = body.content_data.map(({ name }) => name)
    if (body.variant_id !== variant.id)
      refuseJson(answers, 400, {
        code: codes.invalid,
        text: 'There is no such variant',
        fields: ['$.variant_id'],
      })
    if (!names.includes('number'))
      refuseJson(answers, 400, {
        code: codes.missing,
        text: 'number is required',
        fields: ['$.content_data'],
      })
    contents.licences.set(hotel, body)
    return sendAnswer(reply, answers.json({ success: true }))
  })
}

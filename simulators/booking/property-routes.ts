import type { FastifyInstance } from 'fastify'
import { sendAnswer } from '../kit/server.ts'
import { connectedHotel, notThere, refuseJson } from './access.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'
import { states, type Buildings, type SentProperty } from './building.ts'
import type { Contracts } from './contracts.ts'
import type { Room } from './records.ts'

interface PropertyRequest {
  Params: { pid: string; id: string }
}

const place = '/property-api/properties'

export function propertyRoutes(
  app: FastifyInstance,
  account: Account,
  { buildings, contracts }: { buildings: Buildings; contracts: Contracts },
  answers: AnswerWriter,
): void {
  const hotelOf = ({ pid }: PropertyRequest['Params']) => connectedHotel(account, answers, pid)
  const wrong = (field: string, text: string) =>
    refuseJson(answers, 400, { code: codes.invalid, text, fields: [`$.${field}`] })
  const checked = (body: unknown): SentProperty => {
    const input = body as SentProperty & { property_category?: number; booking_property_category?: number }
    if (input.property_category === undefined && input.booking_property_category === undefined) {
      const text = 'property_category or booking_property_category is required'
      refuseJson(answers, 400, { code: codes.missing, text, fields: ['$.property_category'] })
    }
    if (!contracts.held.has(input.legal_entity_id)) wrong('legal_entity_id', 'The legal entity is not known')
    return input
  }

  app.post(place, (request, reply) => {
    const input = checked(request.body)
    const twin = buildings.twinOf(input)
    if (twin !== undefined) wrong('property_name', `The property exists already: ${twin}`)
    return sendAnswer(reply, answers.json({ property_id: buildings.create(input).id }, { status: 201 }))
  })
  app.get<PropertyRequest>(`${place}/:pid`, (request, reply) => {
    const hotel = hotelOf(request.params)
    const { property } = buildings.held.get(hotel.id) ?? {}
    const { id: property_id, name: property_name, latitude, longitude, currency, status } = hotel
    const physical_address = {
      ...{ address_line: hotel.address, city_name: hotel.city },
      ...{ country_code: hotel.countrycode, postal_code: hotel.zip },
    }
    const known = {
      property_name,
      property_category: categories[hotel.type],
      physical_address,
      position: { latitude, longitude },
      currency_code: currency,
    }
    const view = buildings.descriptions.get(hotel.id) ?? []
    const descriptions = [...view].map(([language_code, text]) => ({ language_code, text }))
    return sendAnswer(reply, answers.json({ ...known, ...property, property_id, status, descriptions }))
  })
  app.patch<PropertyRequest>(`${place}/:pid`, (request, reply) => {
    const hotel = hotelOf(request.params)
    buildings.change(hotel, checked(request.body))
    return sendAnswer(reply, answers.json({ property_id: hotel.id }))
  })
  app.put<PropertyRequest>(`${place}/:pid/description`, (request, reply) => {
    const { text, language_code } = request.body as { text: string; language_code: string }
    buildings.describe(hotelOf(request.params), language_code, text)
    return sendAnswer(reply, answers.json({ success: true }))
  })
  app.get<PropertyRequest>(`${place}/:pid/settings`, (request, reply) => {
    const hotel = hotelOf(request.params)
    const { pricing_type, booking_model } = hotel
    const own = buildings.settings.get(hotel.id) ?? {}
    const property_settings = { ...(own.property_settings as object | undefined), pricing_type }
    const view = { ...own, property_settings, booking_model: { type: booking_model } }
    return sendAnswer(reply, answers.json(view))
  })
  app.post<PropertyRequest>(`${place}/:pid/settings`, (request, reply) => {
    const hotel = hotelOf(request.params)
    const input = request.body as Settings
    const { booking_model, property_settings, age_buckets } = input
    const [model, pricing] = [booking_model?.type, property_settings?.pricing_type]
    if (model !== undefined && model !== 'IB' && model !== 'RTB')
      wrong('booking_model.type', 'type is IB or RTB')
    if (pricing !== undefined && pricing !== 'Standard' && pricing !== 'OBP' && pricing !== 'LOS') {
      wrong('property_settings.pricing_type', 'pricing_type is Standard, OBP or LOS')
    }
    if ((age_buckets?.length ?? 0) > 3) wrong('age_buckets', 'There are at most three age buckets')
    if (model === 'IB' || model === 'RTB') hotel.booking_model = model
    if (pricing === 'Standard' || pricing === 'OBP' || pricing === 'LOS') hotel.pricing_type = pricing
    buildings.settings.set(hotel.id, { ...buildings.settings.get(hotel.id), ...input })
    const results = Object.keys(input).map((name) => [name, { success: true }])
    return sendAnswer(reply, answers.json(Object.fromEntries(results)))
  })
  app.post<PropertyRequest>(`${place}/:pid/status`, (request, reply) => {
    const hotel = hotelOf(request.params)
    const { operation } = request.body as { operation: 'CHECK' | 'OPEN' | 'CLOSE' }
    const blockers = buildings.blockers(hotel)
    if (operation === 'CLOSE') hotel.status = states.closed
    else if (blockers.length > 0) {
      refuseJson(answers, 400, ...blockers.map((text) => ({ code: codes.unable, text })))
    } else if (buildings.isTest(hotel)) {
      hotel.status = states.test
      if (operation === 'OPEN')
        refuseJson(answers, 400, { code: codes.unable, text: 'Test properties are not opened' })
    } else if (operation === 'OPEN') hotel.status = states.open
    else if (hotel.status === states.built) hotel.status = states.ready
    return sendAnswer(reply, answers.json({ status: hotel.status }))
  })
  unitRoutes(app, account, answers)
}

interface Settings {
  booking_model?: { type?: string }
  property_settings?: { pricing_type?: string }
  age_buckets?: unknown[]
}
interface SentUnit {
  partner_reference_name?: string
  unit_name_id?: number
  number_of_units?: number
  occupancy_details?: { max_guests: number; max_children?: number }
}

/** These are OTA's numbers. */
const categories: Readonly<Record<string, number>> = { hotel: 20, apartment: 3, guest_house: 16 }

/** Names of rooms come from a closed list. */
const unitNames: Readonly<Record<number, string>> = {
  1: 'Apartment',
  2: 'Double Room',
  3: 'Studio',
  4: 'Twin Room',
  5: 'Family Room',
}

function unitRoutes(app: FastifyInstance, account: Account, answers: AnswerWriter): void {
  const { store } = account
  const units = '/rooms-api/properties/:pid/units'
  const hotelOf = ({ pid }: PropertyRequest['Params']) => connectedHotel(account, answers, pid)
  const roomOf = (params: PropertyRequest['Params']): Room => {
    const hotel = hotelOf(params)
    const room = store.rooms.get(Number(params.id))
    return room?.hotel_id === hotel.id ? room : notThere(answers, `There is no unit ${params.id}`)
  }
  const fieldsOf = ({ unit_name_id, number_of_units, occupancy_details }: SentUnit): Partial<Room> => {
    const name = unit_name_id === undefined ? undefined : unitNames[unit_name_id]
    if (unit_name_id !== undefined && name === undefined) {
      const text = `unit_name_id is one of ${Object.keys(unitNames).join(', ')}`
      refuseJson(answers, 400, { code: codes.invalid, text, fields: ['$.unit_name_id'] })
    }
    return {
      ...(name === undefined ? {} : { room_name: name }),
      ...(number_of_units === undefined ? {} : { units: number_of_units }),
      ...(occupancy_details === undefined
        ? {}
        : { max_persons: occupancy_details.max_guests, max_children: occupancy_details.max_children ?? 0 }),
    }
  }
  /** The partner's own names for its units. */
  const names = new Map<string, string>()
  const toAnswer = ({ id, room_name, units: number_of_units, max_persons, max_children }: Room) => ({
    ...{ unit_id: id, name: room_name, number_of_units },
    ...(names.has(String(id)) ? { partner_reference_name: names.get(String(id)) } : {}),
    occupancy_details: { max_guests: max_persons, max_children },
  })

  app.get<PropertyRequest>(units, (request, reply) =>
    sendAnswer(reply, answers.json({ units: store.roomsOf(hotelOf(request.params).id).map(toAnswer) })),
  )
  app.post<PropertyRequest>(units, (request, reply) => {
    const hotel_id = hotelOf(request.params).id
    const number = store.nextId(`units of ${hotel_id}`, store.roomsOf(hotel_id).length + 1)
    const usual = { room_name: '', units: 1, max_persons: 2, max_children: 0 }
    const room: Room = {
      id: hotel_id * 100 + number,
      hotel_id,
      ...usual,
      ...fieldsOf(request.body as SentUnit),
    }
    store.rooms.set(room.id, room)
    const { partner_reference_name: name } = request.body as SentUnit
    if (name !== undefined) names.set(String(room.id), name)
    return sendAnswer(reply, answers.json({ unit_id: room.id }, { status: 201 }))
  })
  app.patch<PropertyRequest>(`${units}/:id`, (request, reply) => {
    const room = Object.assign(roomOf(request.params), fieldsOf(request.body as SentUnit))
    return sendAnswer(reply, answers.json(toAnswer(room)))
  })
  app.delete<PropertyRequest>(`${units}/:id`, (request, reply) => {
    const room = roomOf(request.params)
    if (store.staysIn(room.id).some(({ departure }) => departure > account.today())) {
      refuseJson(answers, 400, { code: codes.unable, text: 'The unit has reservations to come' })
    }
    store.rooms.delete(room.id)
    return sendAnswer(reply, answers.json({ success: true }))
  })
}

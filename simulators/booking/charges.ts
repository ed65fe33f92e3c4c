/** Fees and taxes of properties and rates. A posting creates, changes and clears by key; other keys stay. */
import type { FastifyInstance } from 'fastify'
import { textParam, type Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import * as is from '../kit/shape.ts'
import { connectedHotel, refuseJson } from './access.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'

const types = ['CLEANINGFEE', 'CITYTAX', 'VAT', 'RESORTFEE', 'PETFEE'] as const
const modes = [
  ...(['PER_NIGHT', 'PER_STAY', 'PER_PERSON_PER_NIGHT', 'PER_PERSON_PER_STAY'] as const),
  ...(['PERCENTAGE', 'INCALCULABLE'] as const),
]
const origins = ['ANY', 'DOMESTIC', 'INTERNATIONAL'] as const
const purposes = ['ANY', 'LEISURE', 'BUSINESS'] as const

const amount = is.exactly({
  value: is.opt(is.price),
  base: is.opt(is.list(is.text)),
  mode: is.oneOf(...modes),
})
const configuration = is.exactly({
  amount,
  child_ages: is.opt(is.list(is.exactly({ lte: is.between(0, 17), multiplier: is.price }))),
  excluded_charges: is.opt(is.list(is.text)),
})
const charge = is.exactly({
  charge_key: is.exactly({
    type: is.oneOf(...types),
    guest_origin: is.opt(is.oneOf(...origins)),
    travel_purpose: is.opt(is.oneOf(...purposes)),
  }),
  charge_periods: is.list(
    is.exactly({
      applicable: is.exactly({ from: is.day, to: is.opt(is.day) }),
      configuration: is.orNull(configuration),
    }),
    1,
  ),
})
const place = '/charges-api/properties/:pid/charges'

export const chargeShapes: is.RouteShapes = {
  [`GET ${place}`]: {},
  [`POST ${place}`]: {
    body: is.some({
      property_charges: is.list(charge),
      room_charges: is.list(is.exactly({ room_id: is.id, charges: is.list(charge, 1) }), 1),
    }),
  },
  'GET /charges-api/meta': { query: is.some({ language_code: is.text }) },
}

interface Charge {
  charge_key: { type: string; guest_origin?: string; travel_purpose?: string }
  charge_periods: {
    applicable: { from: string; to?: string }
    configuration: { amount: { value?: number; base?: string[]; mode: string } } | null
  }[]
}
interface ChargesBody {
  property_charges?: Charge[]
  room_charges?: { room_id: number; charges: Charge[] }[]
}
type ChargeByIdRequest = { Params: { pid: string } }

const keyOf = ({ charge_key: { type, guest_origin = 'ANY', travel_purpose = 'ANY' } }: Charge): string =>
  `${type} ${guest_origin} ${travel_purpose}`

export function chargeRoutes(app: FastifyInstance, account: Account, answers: AnswerWriter): void {
  /** By property or room, then by key. */
  const hotelCharges = new Map<number, Map<string, Charge>>()
  const of = (id: number) => [...(hotelCharges.get(id)?.values() ?? [])]
  const toAnswer = (hotelId: number) => ({
    property_charges: of(hotelId),
    room_charges: account.store
      .roomsOf(hotelId)
      .map(({ id }) => ({ room_id: id, charges: of(id) }))
      .filter(({ charges }) => charges.length > 0),
  })

  app.get<ChargeByIdRequest>(place, (request, reply) =>
    sendAnswer(reply, answers.json(toAnswer(connectedHotel(account, answers, request.params.pid).id))),
  )
  app.post<ChargeByIdRequest>(place, (request, reply) => {
    const hotel = connectedHotel(account, answers, request.params.pid)
    const { property_charges = [], room_charges = [] } = request.body as ChargesBody
    const changes = [
      { id: hotel.id, at: '$.property_charges', charges: property_charges },
      ...room_charges.map(({ room_id, charges }, index) => ({
        ...{ id: room_id, at: `$.room_charges[${index}].charges`, charges },
      })),
    ]
    const wrong = (code: number, text: string, field: string) =>
      refuseJson(answers, 400, { code, text, fields: [field] })
    if (property_charges.length + room_charges.length === 0) {
      wrong(codes.missing, 'At least one charge is required', '$.property_charges')
    }
    for (const { id, at, charges } of changes) {
      if (id !== hotel.id && account.store.rooms.get(id)?.hotel_id !== hotel.id) {
        wrong(codes.invalid, `The property has no room ${id}`, at.replace(/\.charges$/, '.room_id'))
      }
      for (const [index, one] of charges.entries()) {
        const mistake = mistakeIn(one)
        if (mistake !== undefined) wrong(mistake[0], mistake[1], `${at}[${index}].${mistake[2]}`)
      }
    }
    for (const { id, charges } of changes) {
      const own = hotelCharges.get(id) ?? new Map<string, Charge>()
      hotelCharges.set(id, own)
      for (const one of charges) {
        const charge_periods = one.charge_periods.filter(({ configuration }) => configuration !== null)
        if (charge_periods.length === 0) own.delete(keyOf(one))
        else own.set(keyOf(one), { ...one, charge_periods })
      }
    }
    return sendAnswer(reply, answers.json(toAnswer(hotel.id)))
  })
  app.get('/charges-api/meta', (request, reply) => {
    const language_code = textParam(request.query as Query, 'language_code') ?? 'en-gb'
    const charge_types = types.map((type) => ({ type, name: type.toLowerCase() }))
    return sendAnswer(reply, answers.json({ language_code, charge_types, modes }))
  })
}

/** A percentage needs a base, and every computable charge needs a value. */
function mistakeIn({ charge_periods }: Charge): [code: number, text: string, field: string] | undefined {
  for (const [index, { configuration }] of charge_periods.entries()) {
    if (configuration === null) continue
    const { value, base, mode } = configuration.amount
    const field = `charge_periods[${index}].configuration.amount`
    if (base !== undefined && mode !== 'PERCENTAGE') {
      return [codes.invalid, 'base goes with PERCENTAGE only', `${field}.base`]
    }
    if (value === undefined && mode !== 'INCALCULABLE') {
      return [codes.missing, 'value is required', `${field}.value`]
    }
  }
  return undefined
}

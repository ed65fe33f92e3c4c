/** B.XML checks every night on its own and takes the valid ones. */
import type { FastifyRequest } from 'fastify'
import { xml } from '../../src/connector-kit/xml-write.ts'
import { childOf, childrenOf, textIn, type Xml } from '../../src/connector-kit/xml.ts'
import { addDays } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'
import { apply, nightsIn, rateOf, RefusedUpdate, roomOf, type Update } from './ari.ts'
import type { RateNight, RoomNight } from './store.ts'
import * as is from './xml-shape.ts'

const field = (text: is.Check): is.ShapePart => ({ most: 1, text })
const flags = ['closed', 'closedonarrival', 'closedondeparture'] as const
const lengths = [
  ...(['minimumstay', 'maximumstay', 'minimumstay_arrival', 'maximumstay_arrival'] as const),
  ...(['exactstay', 'exactstay_arrival'] as const),
]
const valueName = /^value\d{0,3}$/

const dayShape: is.ShapePart = {
  may: {
    from: is.day,
    to: is.day,
    value: is.day,
    ...Object.fromEntries(Array.from({ length: 366 }, (_, index) => [`value${index + 1}`, is.day])),
  },
  has: {
    rate: { most: 1, needs: { id: is.number } },
    roomstosell: field(is.upTo(254)),
    price: field(is.decimal),
    price1: field(is.decimal),
    ...Object.fromEntries(flags.map((name) => [name, field(is.bit)])),
    ...Object.fromEntries(lengths.map((name) => [name, field(is.upTo(31))])),
  },
}

const shape: is.Shape = {
  has: {
    version: field(is.like(/^1\.0$/, '1.0')),
    room: { may: { id: is.number }, has: { date: dayShape } },
  },
}

interface BxmlNote {
  code: string
  text: string
}

/** A refusal with B.XML's code and words. */
class BxmlFault extends Error {
  readonly code: string

  constructor(code: string, text: string) {
    super(text)
    this.code = code
  }
}

export function writeAvailability(
  account: Account,
  answers: AnswerWriter,
  request: FastifyRequest,
): VendorAnswer {
  const read = is.readRoot(request.body, 'request', shape)
  if ('wrong' in read) return answers.wrong(request, 400, ...read.wrong)
  const rooms = childrenOf(read.root, 'room')
  if (rooms.length === 0)
    return said(answers, 400, [{ code: 'ROOM_ELEMENT_REQUIRED', text: 'There is no room' }], [])
  const errors: BxmlNote[] = []
  const warnings: BxmlNote[] = []
  const keys = new Set<string>()
  let [applied, strangers, tried] = [0, 0, 0]
  for (const room of rooms) {
    for (const date of childrenOf(room, 'date')) {
      tried += 1
      try {
        const update = firstOnly(updateOf(account, room, date), keys, warnings)
        if (update === undefined) continue
        apply(account, update)
        applied += 1
      } catch (error) {
        if (error instanceof BxmlFault) errors.push({ code: error.code, text: error.message })
        else if (!(error instanceof RefusedUpdate)) throw error
        else {
          if (error.status === 403) strangers += 1
          const code =
            error.status === 403 || /^There is no room/.test(error.message)
              ? 'ROOM_ID_INVALID'
              : 'INVALID_UPDATE'
          errors.push({ code, text: error.message })
        }
      }
    }
  }
  if (tried === 0)
    return said(answers, 400, [{ code: 'DATE_ELEMENT_REQUIRED', text: 'There is no date' }], [])
  if (strangers === tried)
    return answers.wrong(request, 403, { code: codes.forbidden, text: errors[0]?.text ?? '' })
  return said(answers, applied > 0 || errors.length === 0 ? 200 : 400, errors, warnings)
}

function said(
  answers: AnswerWriter,
  status: number,
  errors: readonly BxmlNote[],
  warnings: readonly BxmlNote[],
): VendorAnswer {
  const list = (name: string, notes: readonly BxmlNote[]) =>
    xml(
      `${name}s`,
      {},
      notes.map(({ code, text }) => xml(name, { code }, xml('message', {}, text))),
    )
  if (errors.length > 0 && warnings.length > 0) {
    return answers.xml(xml('response', {}, list('error', errors), list('warning', warnings)), status)
  }
  if (errors.length > 0) return answers.xml(list('error', errors), status)
  return answers.xml(warnings.length > 0 ? list('warning', warnings) : xml('ok'), status)
}

/** If a night comes twice, the first one counts. */
function firstOnly(update: Update, seenKeys: Set<string>, warnings: BxmlNote[]): Update | undefined {
  const { room, rate } = update
  const fields = Object.keys({ ...update.ofRoom, ...update.ofRate }).join()
  const days = update.days.filter((day) => {
    const key = `${room.id} ${rate?.id} ${day} ${fields}`
    if (!seenKeys.has(key)) return Boolean(seenKeys.add(key))
    warnings.push({ code: 'WARN_DUPLICATE_DATES', text: `${day} stands there twice for room ${room.id}` })
    return false
  })
  return days.length === 0 ? undefined : { ...update, days }
}

function updateOf(account: Account, roomXml: Xml, date: Xml): Update {
  if (roomXml.attributes.id === undefined) throw new BxmlFault('ROOM_ID_MISSING', 'The room has no id')
  const room = roomOf(account, roomXml.attributes.id)
  const days = daysIn(account, date)
  const rateId = childOf(date, 'rate')?.attributes.id
  const rate = rateId === undefined ? undefined : rateOf(account, room, rateId)
  const number = (name: string) => {
    const text = textIn(date, name)?.trim()
    return text === undefined ? undefined : Number(text)
  }
  const { pricing_type } = account.store.hotelOf(room)
  const ofRate: RateNight = {}
  for (const name of flags) if (number(name) !== undefined) ofRate[name] = number(name) === 1
  for (const name of lengths) if (number(name) !== undefined) ofRate[name] = number(name) ?? 0
  const [price, single] = [number('price'), number('price1')]
  if (price !== undefined && pricing_type === 'OBP') {
    throw new BxmlFault('PRICE_PASSED_FOR_OBP_RATE', 'This hotel has prices by number of guests')
  }
  if (pricing_type !== 'LOS') {
    if (price !== undefined) ofRate.price = price
    if (single !== undefined) ofRate.byGuests = { 1: single }
  }
  const toSell = number('roomstosell')
  const ofRoom: RoomNight = toSell === undefined ? {} : { rooms_to_sell: toSell }
  if (rate !== undefined) return { room, rate, days, ofRoom, ofRate }
  const { closed, ...others } = ofRate
  if (Object.keys(others).length > 0) {
    throw new BxmlFault('RATE_ELEMENT_REQUIRED', 'Prices and restrictions are those of a rate')
  }
  return { room, days, ofRoom: { ...ofRoom, ...(closed === undefined ? {} : { closed }) } }
}

/** A range excludes its last day; single days stand in `value` attributes. */
function daysIn(account: Account, { attributes }: Xml): string[] {
  const { from, to } = attributes
  const single = Object.entries(attributes).flatMap(([name, value]) => (valueName.test(name) ? [value] : []))
  if (from === undefined && to === undefined && single.length > 0) {
    return single.flatMap((day) => nightsIn(account, day, day))
  }
  if (from === undefined || to === undefined || single.length > 0) {
    throw new BxmlFault('DATE_INVALID', 'A date has from and to, or values')
  }
  if (from >= to) {
    throw new BxmlFault('FROM_DATE_SHOULD_BE_LESS_THAN_TO_DATE', `${from} must lie before ${to}`)
  }
  return nightsIn(account, from, addDays(to, -1))
}

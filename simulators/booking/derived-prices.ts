/** Derives prices for other numbers of guests from a rate's price. */
import type { FastifyRequest } from 'fastify'
import { xml } from '../../src/connector-kit/xml-write.ts'
import { childOf, childrenOf, type Xml } from '../../src/connector-kit/xml.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { roundMoney } from '../kit/places.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'
import { rateOf, RefusedUpdate, roomOf } from './ari.ts'
import { rateKey, type DerivedPrices } from './store.ts'
import * as is from './xml-shape.ts'

const signed = is.like(/^-?\d{1,9}(\.\d{1,4})?$/, 'an amount')

const shape: is.Shape = {
  has: {
    rooms: {
      least: 1,
      most: 1,
      has: {
        room: {
          least: 1,
          needs: { id: is.number },
          has: {
            rates: {
              least: 1,
              most: 1,
              has: {
                rate: {
                  least: 1,
                  needs: { id: is.number, leading_occupancy: is.upTo(50) },
                  has: {
                    occupancy: {
                      least: 1,
                      needs: { persons: is.upTo(50) },
                      may: { percentage: signed, additional: signed, round: is.bit },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}

export function writeDerivedPrices(
  account: Account,
  answers: AnswerWriter,
  request: FastifyRequest,
): VendorAnswer {
  if (request.headers['accept-version'] !== '1.1')
    return answers.wrong(request, 400, { code: codes.unable, text: 'Not acceptable' })
  const read = is.readRoot(request.body, 'request', shape)
  if ('wrong' in read) return answers.wrong(request, 400, ...read.wrong)
  const errors: { code: string; text: string }[] = []
  let [ruleCount, strangers] = [0, 0]
  for (const room of childrenOf(childOf(read.root, 'rooms'), 'room')) {
    for (const rate of childrenOf(childOf(room, 'rates'), 'rate')) {
      const problem = set(account, room.attributes.id ?? '', rate)
      if (problem === undefined) ruleCount += 1
      else errors.push(problem)
      if (problem?.status === 403) strangers += 1
    }
  }
  const [first] = errors
  if (first === undefined) return answers.xml(xml('ok'))
  if (strangers > 0 && strangers === errors.length && ruleCount === 0)
    return answers.wrong(request, 403, { code: codes.forbidden, text: first.text })
  const elements = errors.map(({ code, text }) => xml('error', { code }, xml('message', {}, text)))
  return answers.xml(xml('errors', {}, elements), ruleCount > 0 ? 200 : 400)
}

function set(
  account: Account,
  roomId: string,
  rateXml: Xml,
): { code: string; text: string; status?: number } | undefined {
  try {
    const room = roomOf(account, roomId)
    const rate = rateOf(account, room, rateXml.attributes.id ?? '')
    if (account.store.hotelOf(room).pricing_type !== 'Standard')
      return { code: 'PRICING_TYPE_INVALID', text: 'This hotel has no price for the room' }
    const leading = Number(rateXml.attributes.leading_occupancy)
    const most = room.max_persons ?? 1
    const rules: DerivedPrices['rules'] = {}
    for (const { attributes } of childrenOf(rateXml, 'occupancy')) {
      const persons = Number(attributes.persons)
      if (persons < 1 || persons === leading || persons > most || leading > most) {
        const text =
          "Occupancy should be positive, different than leading_occupancy, and lower than the room's capacity"
        return { code: 'OCCUPANCY_INVALID', text }
      }
      if ((attributes.percentage === undefined) === (attributes.additional === undefined))
        return { code: 'OFFSET_INVALID', text: 'Either percentage or additional is needed' }
      rules[persons] = {
        percentage: Number(attributes.percentage ?? 0),
        additional: Number(attributes.additional ?? 0),
        round: attributes.round === '1',
      }
    }
    account.store.derived.set(rateKey(room.id, rate.id), { leading, rules })
    return undefined
  } catch (error) {
    if (!(error instanceof RefusedUpdate)) throw error
    return { code: 'ROOM_ID_INVALID', text: error.message, status: error.status }
  }
}

/** Returns prices by number of guests, from the price for the leading number. */
export function derivedFrom(
  price: number,
  { leading, rules }: DerivedPrices,
  currency: string,
): Record<number, number> {
  const each = Object.entries(rules).map(([persons, { percentage, additional, round }]) => {
    const amount = Math.max(0, price * (1 + percentage / 100) + additional)
    return [Number(persons), round ? Math.round(amount) : roundMoney(amount, currency)] as const
  })
  return Object.fromEntries([[leading, price] as const, ...each])
}

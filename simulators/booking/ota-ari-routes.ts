/**
 * Nights by OTA: rooms to sell and restrictions in one message, prices in another. A message is taken whole or refused.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { xml } from '../../src/connector-kit/xml-write.ts'
import { childOf, childrenOf, type Xml } from '../../src/connector-kit/xml.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter, type Wrong } from './answers.ts'
import { apply, nightsIn, rateOf, RefusedUpdate, refuseWide, roomOf, type Update } from './ari.ts'
import { byGuestsOf, rateAmountShape } from './ota-rates.ts'
import type { RateNight } from './store.ts'
import * as is from './xml-shape.ts'

const availShape: is.Shape = {
  ...is.otaRoot,
  has: {
    AvailStatusMessages: {
      least: 1,
      most: 1,
      has: {
        AvailStatusMessage: {
          least: 1,
          may: { BookingLimit: is.upTo(255), LocatorID: is.number },
          has: {
            StatusApplicationControl: {
              least: 1,
              most: 1,
              needs: { Start: is.day, End: is.day, InvTypeCode: is.number },
              may: { RatePlanCode: is.number },
            },
            LengthsOfStay: {
              most: 1,
              may: { ArrivalDateBased: is.bit },
              has: {
                LengthOfStay: {
                  least: 1,
                  needs: { Time: is.upTo(99), MinMaxMessageType: is.word('SetMinLOS', 'SetMaxLOS') },
                },
              },
            },
            RestrictionStatus: {
              needs: { Status: is.word('Open', 'Close') },
              may: { Restriction: is.word('Arrival', 'Departure') },
            },
          },
        },
      },
    },
  },
}

const messages = {
  OTA_HotelAvailNotif: {
    shape: availShape,
    path: ['AvailStatusMessages', 'AvailStatusMessage'],
    updateOf: availUpdate,
  },
  OTA_HotelRateAmountNotif: {
    shape: rateAmountShape,
    path: ['RateAmountMessages', 'RateAmountMessage'],
    updateOf: rateUpdate,
  },
} as const

export function otaAriRoutes(app: FastifyInstance, account: Account, answers: AnswerWriter): void {
  for (const message of Object.keys(messages) as (keyof typeof messages)[]) {
    app.post(`/hotels/ota/${message}`, (request, reply) =>
      sendAnswer(reply, take(account, answers, message, request)),
    )
  }
}

function take(
  account: Account,
  answers: AnswerWriter,
  message: keyof typeof messages,
  request: FastifyRequest,
): VendorAnswer {
  if (request.headers['accept-version'] !== '1.1') {
    return answers.wrong(request, 400, { code: codes.unable, text: 'Accept-Version must be 1.1' })
  }
  const { shape, path, updateOf } = messages[message]
  const read = is.readRoot(request.body, `${message}RQ`, shape)
  if ('wrong' in read) return answers.wrong(request, 400, ...read.wrong)
  const updates: Update[] = []
  const wrong: Wrong[] = []
  let status = 400
  for (const one of childrenOf(childOf(read.root, path[0]), path[1])) {
    try {
      updates.push(updateOf(account, one))
    } catch (error) {
      if (!(error instanceof RefusedUpdate)) throw error
      const record = one.attributes.LocatorID
      wrong.push({ ...error.wrong, ...(record === undefined ? {} : { record }) })
      status = error.status
    }
  }
  if (wrong.length > 0) return answers.wrong(request, status, ...wrong)
  try {
    refuseWide(updates)
  } catch (error) {
    if (error instanceof RefusedUpdate) return answers.wrong(request, error.status, error.wrong)
    throw error
  }
  for (const update of updates) apply(account, update)
  return answers.ota(`${message}RS`, [xml('Success')])
}

function whereOf(account: Account, message: Xml) {
  const at = childOf(message, 'StatusApplicationControl')?.attributes ?? {}
  const room = roomOf(account, at.InvTypeCode ?? '')
  const rate = at.RatePlanCode === undefined ? undefined : rateOf(account, room, at.RatePlanCode)
  return { room, ...(rate && { rate }), days: nightsIn(account, at.Start ?? '', at.End ?? '') }
}

/** Rooms to sell belong to the room and the rest to a rate, except a room's own closing. */
function availUpdate(account: Account, message: Xml): Update {
  const target = whereOf(account, message)
  const limit = message.attributes.BookingLimit
  const ofRate: RateNight = {}
  let isClosed: boolean | undefined
  const lengths = childOf(message, 'LengthsOfStay')
  const arrival = lengths?.attributes.ArrivalDateBased === '1' ? ('_arrival' as const) : ('' as const)
  for (const { attributes } of childrenOf(lengths, 'LengthOfStay')) {
    const kind =
      attributes.MinMaxMessageType === 'SetMinLOS' ? ('minimumstay' as const) : ('maximumstay' as const)
    ofRate[`${kind}${arrival}`] = Number(attributes.Time)
  }
  for (const { attributes } of childrenOf(message, 'RestrictionStatus')) {
    const closes = attributes.Status === 'Close'
    if (attributes.Restriction === 'Arrival') ofRate.closedonarrival = closes
    else if (attributes.Restriction === 'Departure') ofRate.closedondeparture = closes
    else if (target.rate === undefined) isClosed = closes
    else ofRate.closed = closes
  }
  const hasRules = Object.keys(ofRate).length > 0
  if (limit !== undefined && target.rate !== undefined) {
    throw new RefusedUpdate({
      code: codes.invalid,
      text: 'BookingLimit is the room’s: leave RatePlanCode out',
    })
  }
  if (hasRules && target.rate === undefined) {
    throw new RefusedUpdate({ code: codes.missing, text: 'Restrictions need a RatePlanCode' })
  }
  if (limit === undefined && isClosed === undefined && !hasRules) {
    throw new RefusedUpdate({ code: codes.missing, text: 'Nothing is to be changed' })
  }
  return {
    ...target,
    ofRoom: {
      ...(limit === undefined ? {} : { rooms_to_sell: Number(limit) }),
      ...(isClosed === undefined ? {} : { closed: isClosed }),
    },
    ofRate,
  }
}

function rateUpdate(account: Account, message: Xml): Update {
  const target = whereOf(account, message)
  const hotel = account.store.hotelOf(target.room)
  const rates = childrenOf(childOf(message, 'Rates'), 'Rate')
  const amounts = rates.flatMap((rate) => childrenOf(childOf(rate, 'BaseByGuestAmts'), 'BaseByGuestAmt'))
  const ofRate = byGuestsOf(hotel, target.room, amounts)
  // A hotel that sells by length of stay accepts these prices without effect.
  return hotel.pricing_type === 'LOS' ? target : { ...target, ofRate }
}

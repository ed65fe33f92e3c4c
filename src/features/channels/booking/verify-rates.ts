/** Compares what was set with what the channel shows. Pure. */
import { daysFrom } from '../../../connector-kit/dates.ts'
import type { NightOfRate, RatedNight, RateUpdate } from '../../../connector-kit/rate-calendar-operations.ts'
import type { BookingUpdated } from '../../../contract/channel-booking-rates.ts'

type VerificationRow = BookingUpdated['verification']['rows'][number]
type RateValue = string | number | boolean

interface RequestedValue {
  index: number
  value: RateValue
}

export interface RequestedRateNight {
  roomId: string
  rateId: string
  date: string
  /** By field name; prices as `price 2`, for two guests. */
  fields: Map<string, RequestedValue>
}

/** Every night once; the last update of a field counts. `isTaken`: refused values are not compared. */
export function requestedNights(
  updates: readonly RateUpdate[],
  isTaken: (index: number, part: 'price' | 'night') => boolean,
): RequestedRateNight[] {
  const nights = new Map<string, RequestedRateNight>()
  for (const [index, { roomId, rateId, from, to, ...update }] of updates.entries()) {
    const fields = [
      ...(isTaken(index, 'night') ? rulesOf(update) : []),
      ...(isTaken(index, 'night') && isTaken(index, 'price') ? pricesOf(update) : []),
    ]
    for (const date of daysFrom(from, to)) {
      const key = `${roomId} ${rateId} ${date}`
      const night = nights.get(key) ?? { roomId, rateId, date, fields: new Map<string, RequestedValue>() }
      for (const [name, value] of fields) night.fields.set(name, { index, value })
      nights.set(key, night)
    }
  }
  return [...nights.values()].filter(({ fields }) => fields.size > 0)
}

type RateSettings = Omit<RateUpdate, 'roomId' | 'rateId' | 'from' | 'to'>

const rulesOf = ({ rules, roomsToSell }: RateSettings): [string, RateValue][] => [
  ...(Object.entries(rules) as [string, RateValue][]),
  ...(roomsToSell === undefined ? [] : [['availableRooms', roomsToSell] as [string, RateValue]]),
]

const pricesOf = ({ price }: RateSettings): [string, RateValue][] =>
  price === undefined
    ? []
    : [
        [`price ${price.guests ?? ''}`, price.amount],
        ...(price.single === undefined ? [] : [['price 1', price.single] as [string, RateValue]]),
      ]

/** null: the channel shows none; undefined: it does not tell. */
function readShownValue(name: string, night: RatedNight, rate: NightOfRate): RateValue | null | undefined {
  if (name === 'availableRooms') return night.roomsToSell ?? undefined
  const [kind, guests] = name.split(' ')
  if (kind !== 'price') return rate[name as 'closed']
  const ofParty = rate.prices.find((price) => String(price.guests ?? '') === guests)
  return (ofParty ?? rate.prices.find((price) => price.guests === null))?.amount ?? null
}

const isSameValue = (requested: RateValue, current: RateValue | null): boolean =>
  typeof requested === 'boolean'
    ? requested === current
    : current !== null && Number(requested) === Number(current)

export interface RateVerification {
  price: { matched: number; mismatched: number }
  restrictions: { matched: number; mismatched: number }
  matched: number
  mismatched: number
  rows: VerificationRow[]
}

export function verifyNights(
  requested: readonly RequestedRateNight[],
  nightAtChannel: (night: RequestedRateNight) => RatedNight | undefined,
): RateVerification {
  const found: RateVerification = {
    price: { matched: 0, mismatched: 0 },
    restrictions: { matched: 0, mismatched: 0 },
    ...{ matched: 0, mismatched: 0, rows: [] },
  }
  for (const night of requested) {
    const there = nightAtChannel(night)
    const rate = there?.rates.find(({ rateId }) => rateId === night.rateId)
    if (!there || !rate) continue
    const kinds = new Map<'price' | 'restrictions', boolean>()
    for (const [name, { index, value }] of night.fields) {
      const is = readShownValue(name, there, rate)
      // 0 removes a rule, and an untold rule is none.
      if (is === undefined) continue
      const field = name.split(' ')[0] ?? name
      const kind = field === 'price' ? 'price' : 'restrictions'
      const same = isSameValue(value, is)
      kinds.set(kind, (kinds.get(kind) ?? true) && same)
      const { roomId, rateId, date } = night
      if (!same) found.rows.push({ index, roomId, rateId, date, field, expected: value, shown: is })
    }
    for (const [kind, same] of kinds) found[kind][same ? 'matched' : 'mismatched'] += 1
    if (kinds.size > 0) found[[...kinds.values()].every(Boolean) ? 'matched' : 'mismatched'] += 1
  }
  return { ...found, rows: found.rows.slice(0, 100) }
}

/** Translates B.XML's nights of rooms and rates to the kit's records. Pure. */
import { decimalString } from '../../connector-kit/money.ts'
import type {
  NightOfRate,
  RatedNight,
  RatedPrice,
  RateRules,
} from '../../connector-kit/rate-calendar-operations.ts'
import { wholeNumber } from '../../connector-kit/readings.ts'
import { childrenOf, type Xml } from '../../connector-kit/xml.ts'
import type { NightSettings } from './written-nights.ts'

const flags = {
  closed: 'closed',
  closedToArrival: 'closedonarrival',
  closedToDeparture: 'closedondeparture',
} as const
const lengths = {
  minStay: 'minimumstay',
  maxStay: 'maximumstay',
  minStayArrival: 'minimumstay_arrival',
  maxStayArrival: 'maximumstay_arrival',
} as const

const entries = <K extends string, V>(table: Record<K, V>) => Object.entries(table) as [K, V][]

export function settingsOf(rules: RateRules): NightSettings {
  const settings: Partial<Record<keyof NightSettings, number>> = {}
  for (const [name, word] of entries(flags)) {
    const value = rules[name]
    if (value !== undefined) settings[word] = Number(value)
  }
  for (const [name, word] of entries(lengths)) {
    const value = rules[name]
    if (value !== undefined) settings[word] = value
  }
  return settings
}

export function toNight(row: Xml): RatedNight {
  const { value = '', rooms_to_sell, booked, cancelled, closed } = row.attributes
  return {
    date: value,
    roomsToSell: wholeNumber(rooms_to_sell),
    booked: wholeNumber(booked),
    cancelled: wholeNumber(cancelled),
    closed: closed === undefined ? null : closed === '1',
    rates: childrenOf(row, 'rate').map(toRate),
  }
}

function toRate(rate: Xml): NightOfRate {
  const rules: RateRules = {}
  for (const [name, word] of entries(flags)) {
    const value = rate.attributes[word]
    if (value !== undefined) rules[name] = value === '1'
  }
  for (const [name, word] of entries(lengths)) {
    const value = wholeNumber(rate.attributes[word])
    if (value !== null) rules[name] = value
  }
  return { rateId: rate.attributes.rate_id ?? '', prices: pricesIn(rate), ...rules }
}

const pricesIn = (rate: Xml): RatedPrice[] =>
  childrenOf(rate, 'price').flatMap(({ text, attributes }) => {
    const amount = decimalString(text)
    return amount === null ? [] : [{ guests: wholeNumber(attributes.guests), amount }]
  })

import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween, nextDay } from '../kit/clock.ts'
import { Refusal } from './answers.ts'
import { dayIn, midnight } from './moments.ts'
import type { Restriction } from './records.ts'
import { bodyOf, instantOf, textOf } from './requests.ts'
import type { Body } from './requests.ts'
import type { Store } from './store.ts'
import type { Writer } from './writer.ts'

const longestInterval = 100

/** Prices and restrictions written through the API. */
export function calendarWriteRoutes(app: FastifyInstance, store: Store, writer: Writer): void {
  app.post('/rates/updatePrice', ({ body }) => {
    const rate = store.rates.get(textOf(bodyOf(body), 'RateId') ?? '')
    if (rate === undefined) throw new Refusal(400, 'Invalid RateId.')
    if (rate.BaseRateId !== null) throw new Refusal(403, 'Only base rates can be updated.')
    const { Pricing, TimeZoneIdentifier } = store.enterpriseOf(rate.ServiceId)
    for (const update of rowsOf(bodyOf(body), 'PriceUpdates')) {
      const category = store.categories.get(textOf(update, 'CategoryId') ?? '')
      if (category?.ServiceId !== rate.ServiceId) throw new Refusal(400, 'Invalid CategoryId.')
      const from = dayOf(update.FirstTimeUnitStartUtc, TimeZoneIdentifier)
      const to = dayOf(update.LastTimeUnitStartUtc, TimeZoneIdentifier)
      if (to < from || daysBetween(from, to) >= longestInterval) throw new Refusal(400, 'Invalid interval.')
      const { Value } = update
      for (let date = from; date <= to; date = nextDay(date)) {
        const key = `${rate.Id} ${category.Id} ${date}`
        if (typeof Value !== 'number') store.prices.delete(key)
        else store.prices.set(key, Pricing === 'Net' ? Value * 1.08 : Value)
      }
    }
    return {}
  })

  for (const operation of ['set', 'clear'] as const) {
    app.post(`/restrictions/${operation}`, ({ body }) => {
      const serviceId = textOf(bodyOf(body), 'ServiceId') ?? ''
      if (store.services.get(serviceId) === undefined) throw new Refusal(400, 'Invalid ServiceId.')
      for (const data of rowsOf(bodyOf(body), 'Data')) {
        const restriction = readRestriction(store, serviceId, data, writer.id())
        splice(store, restriction, writer)
        if (operation === 'set') store.restrictions.add(restriction)
      }
      return {}
    })
  }
}

/** What the same application had set for the same conditions gives way in the interval, and stays around it. */
function splice(store: Store, { ServiceId, Conditions }: Restriction, writer: Writer): void {
  const zone = store.enterpriseOf(ServiceId).TimeZoneIdentifier
  const ends = ({ StartUtc, EndUtc }: Restriction['Conditions']) =>
    [dayIn(StartUtc ?? '', zone), dayIn(EndUtc ?? '', zone)] as const
  const [from, to] = ends(Conditions)
  for (const old of store.restrictions.values()) {
    const isSame =
      old.Origin === 'Integration' &&
      old.Conditions.Type === Conditions.Type &&
      old.Conditions.ResourceCategoryId === Conditions.ResourceCategoryId &&
      old.Conditions.ExactRateId === null &&
      old.Conditions.BaseRateId === null &&
      old.Conditions.RateGroupId === null &&
      old.Conditions.StartUtc !== null &&
      old.Conditions.EndUtc !== null
    if (!isSame) continue
    const [start, end] = ends(old.Conditions)
    if (end < from || to < start) continue
    store.restrictions.delete(old.Id)
    const keep = (first: string, last: string) => {
      if (last < first) return
      const rest = { StartUtc: midnight(first, zone), EndUtc: midnight(last, zone) }
      store.restrictions.add({ ...old, Id: writer.id(), Conditions: { ...old.Conditions, ...rest } })
    }
    keep(start, addDays(from, -1))
    keep(nextDay(to), end)
  }
}

function readRestriction(store: Store, ServiceId: string, data: Body, Id: string): Restriction {
  const type = data.Type
  if (type !== 'Stay' && type !== 'Start' && type !== 'End') throw new Refusal(400, 'Invalid Type.')
  const category = store.categories.get(textOf(data, 'ResourceCategoryId') ?? '')
  if (category?.ServiceId !== ServiceId) throw new Refusal(400, 'Invalid ResourceCategoryId.')
  const [start, end] = [instantOf(data.StartUtc), instantOf(data.EndUtc)]
  if (start === undefined || end === undefined || end < start) throw new Refusal(400, 'Invalid StartUtc.')
  const days = Object.entries(bodyOf(data.Days)).flatMap(([day, isOn]) => (isOn === true ? [day] : []))
  if (days.length === 0) throw new Refusal(400, 'Invalid Days.')
  const exceptions = ['MinAdvance', 'MaxAdvance', 'MinLength', 'MaxLength'].flatMap((name) => {
    const value = textOf(data, name)
    return value === undefined ? [] : [[name, value]]
  })
  return {
    Id,
    ServiceId,
    Origin: 'Integration',
    Conditions: {
      Type: type,
      ExactRateId: null,
      BaseRateId: null,
      RateGroupId: null,
      ResourceCategoryId: category.Id,
      ResourceCategoryType: null,
      StartUtc: String(data.StartUtc),
      EndUtc: String(data.EndUtc),
      Days: days,
    },
    Exceptions: exceptions.length === 0 ? null : Object.fromEntries(exceptions),
  } as Restriction
}

function rowsOf(body: Body, name: string): Body[] {
  const rows = body[name]
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > 1000)
    throw new Refusal(400, `Invalid ${name}.`)
  return rows.map(bodyOf)
}

/** A night is told as the hotel's midnight. */
function dayOf(utc: unknown, zone: string): string {
  const ms = instantOf(utc)
  const day = ms === undefined ? '' : dayIn(String(utc), zone)
  if (ms === undefined || Date.parse(midnight(day, zone)) !== ms) throw new Refusal(400, 'Invalid time unit.')
  return day
}

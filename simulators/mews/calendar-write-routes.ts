import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween, nextDay } from '../kit/clock.ts'
import { forbidden, invalid } from './answers.ts'
import { dayIn, midnight } from './moments.ts'
import type { Restriction } from './records.ts'
import { bodyOf, instantOf, namedIn, nightIn, rowsOf, textOf } from './requests.ts'
import type { Body } from './requests.ts'
import type { Store } from './store.ts'
import type { Writer } from './writer.ts'

const longestInterval = 100

/** Routes that write prices and restrictions. */
export function calendarWriteRoutes(app: FastifyInstance, store: Store, writer: Writer): void {
  app.post('/rates/updatePrice', ({ body }) => {
    const rate = namedIn(store.rates, bodyOf(body), 'RateId')
    if (rate.BaseRateId !== null) throw forbidden('Only base rates can be updated.')
    const { Pricing, TimeZoneIdentifier } = store.enterpriseOf(rate.ServiceId)
    for (const update of rowsOf(bodyOf(body), 'PriceUpdates')) {
      const category = namedIn(store.categories, update, 'CategoryId')
      if (category.ServiceId !== rate.ServiceId) throw invalid('CategoryId')
      const from = nightIn(update, 'FirstTimeUnitStartUtc', TimeZoneIdentifier)
      const to = nightIn(update, 'LastTimeUnitStartUtc', TimeZoneIdentifier)
      if (to < from || daysBetween(from, to) >= longestInterval) throw invalid('interval')
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
      const { Id: serviceId } = namedIn(store.services, bodyOf(body), 'ServiceId')
      for (const data of rowsOf(bodyOf(body), 'Data')) {
        const restriction = readRestriction(store, serviceId, data, writer.id())
        splice(store, restriction, writer)
        if (operation === 'set') store.restrictions.add(restriction)
      }
      return {}
    })
  }
}

/** Restrictions with these fields equal cover the same nights. */
const ruled = ['Type', 'ResourceCategoryId', 'ExactRateId', 'BaseRateId', 'RateGroupId'] as const

/** A new restriction replaces the application's own for the same conditions inside its interval only. */
function splice(store: Store, { ServiceId, Conditions }: Restriction, writer: Writer): void {
  const zone = store.enterpriseOf(ServiceId).TimeZoneIdentifier
  const ends = ({ StartUtc, EndUtc }: Restriction['Conditions']) =>
    [dayIn(StartUtc ?? '', zone), dayIn(EndUtc ?? '', zone)] as const
  const [from, to] = ends(Conditions)
  for (const old of store.restrictions.values()) {
    const { StartUtc, EndUtc } = old.Conditions
    const isSame =
      old.Origin === 'Integration' &&
      ruled.every((name) => old.Conditions[name] === Conditions[name]) &&
      StartUtc !== null &&
      EndUtc !== null
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
  const category = namedIn(store.categories, data, 'ResourceCategoryId')
  if (category.ServiceId !== ServiceId) throw invalid('ResourceCategoryId')
  if (instantOf(data, 'EndUtc') < instantOf(data, 'StartUtc')) throw invalid('StartUtc')
  const days = Object.entries(bodyOf(data.Days)).flatMap(([day, isOn]) => (isOn === true ? [day] : []))
  if (days.length === 0) throw invalid('Days')
  const exceptions = ['MinAdvance', 'MaxAdvance', 'MinLength', 'MaxLength'].flatMap((name) => {
    const value = textOf(data, name)
    return value === undefined ? [] : [[name, value]]
  })
  return {
    Id,
    ServiceId,
    Origin: 'Integration',
    Conditions: {
      Type: data.Type,
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

import type { FastifyInstance } from 'fastify'
import { daysBetween } from '../kit/clock.ts'
import { daysOf, withoutNights } from '../kit/nights.ts'
import { forbidden, invalid } from './answers.ts'
import { dayIn, midnight } from './local-time.ts'
import { nulls, type Restriction } from './records.ts'
import { bodyOf, instantOf, namedIn, nightIn, rowsOf, textOf, type Body } from './requests.ts'
import type { Store } from './store.ts'

const longestInterval = 100

/** Routes that write prices and restrictions. */
export function calendarWriteRoutes(app: FastifyInstance, store: Store): void {
  app.post('/rates/updatePrice', ({ body }) => {
    const rate = namedIn(store.rates, bodyOf(body), 'RateId')
    if (rate.BaseRateId !== null) throw forbidden('Only base rates can be updated.')
    const { Pricing, TimeZoneIdentifier } = store.enterpriseOf(rate)
    for (const update of rowsOf(bodyOf(body), 'PriceUpdates')) {
      const category = namedIn(store.categories, update, 'CategoryId')
      if (category.ServiceId !== rate.ServiceId) throw invalid('CategoryId')
      const from = nightIn(update, 'FirstTimeUnitStartUtc', TimeZoneIdentifier)
      const to = nightIn(update, 'LastTimeUnitStartUtc', TimeZoneIdentifier)
      if (to < from || daysBetween(from, to) >= longestInterval) throw invalid('interval')
      const { Value } = update
      for (const date of daysOf({ from, to })) {
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
        const restriction = readRestriction(store, serviceId, data)
        splice(store, restriction)
        if (operation === 'set') store.restrictions.add(restriction)
      }
      return {}
    })
  }
}

/** Restrictions with these fields equal cover the same nights. */
const ruled = ['Type', 'ResourceCategoryId', 'ExactRateId', 'BaseRateId', 'RateGroupId'] as const

/** A new restriction replaces the application's own for the same conditions inside its interval only. */
function splice(store: Store, { ServiceId, Conditions }: Restriction): void {
  const zone = store.zoneOf({ ServiceId })
  const nightsOf = ({ StartUtc, EndUtc }: Restriction['Conditions']) =>
    StartUtc === null || EndUtc === null ? [] : [{ from: dayIn(StartUtc, zone), to: dayIn(EndUtc, zone) }]
  const [nights] = nightsOf(Conditions)
  if (nights === undefined) return
  for (const old of store.restrictions.all()) {
    const isSame = ruled.every((name) => old.Conditions[name] === Conditions[name])
    const [own] = nightsOf(old.Conditions)
    if (old.Origin !== 'Integration' || !isSame || own === undefined) continue
    if (own.to < nights.from || nights.to < own.from) continue
    store.restrictions.remove(old)
    for (const { from, to } of withoutNights([own], nights)) {
      const rest = { StartUtc: midnight(from, zone), EndUtc: midnight(to, zone) }
      store.restrictions.add({ ...old, Id: store.newId(), Conditions: { ...old.Conditions, ...rest } })
    }
  }
}

function readRestriction(store: Store, ServiceId: string, data: Body): Restriction {
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
    ...{ Id: store.newId(), ServiceId, Origin: 'Integration' },
    Conditions: {
      ...nulls('ExactRateId', 'BaseRateId', 'RateGroupId', 'ResourceCategoryType'),
      ...{ Type: data.Type, ResourceCategoryId: category.Id, Days: days },
      ...{ StartUtc: String(data.StartUtc), EndUtc: String(data.EndUtc) },
    },
    Exceptions: exceptions.length === 0 ? null : Object.fromEntries(exceptions),
  } as unknown as Restriction
}

import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween } from '../kit/clock.ts'
import { invalid } from './answers.ts'
import { nightPrice } from './charges.ts'
import { currencyOf } from './money.ts'
import { midnight } from './local-time.ts'
import { availabilitiesOf, type Availability } from './nights.ts'
import type { Category, Enterprise, Service } from './records.ts'
import { bodyOf, idsOf, namedIn, nightIn, rowsOf, textOf, type Body } from './requests.ts'
import type { Store } from './store.ts'

const longestRangeDays = 367

export function otherRoutes(app: FastifyInstance, store: Store, own: Enterprise): void {
  app.post('/configuration/get', ({ body }) => {
    const fields = bodyOf(body)
    const isNamed = textOf(fields, 'EnterpriseId') !== undefined
    return {
      NowUtc: store.now(),
      Enterprise: isNamed ? namedIn(store.enterprises, fields, 'EnterpriseId') : own,
      Service: null,
      PaymentCardStorage: null,
      IsIdentityDocumentNumberRequired: false,
    }
  })

  app.post('/images/getUrls', ({ body }) => {
    const known = new Set<unknown>(store.images.all().map(({ ImageId }) => ImageId))
    const urls = rowsOf(bodyOf(body), 'Images').map(({ ImageId, Width }) => {
      if (!known.has(ImageId)) throw invalid('ImageId')
      return { ImageId, Url: `https://cdn.example.com/Media/Image/${ImageId}?Width=${Number(Width ?? 0)}` }
    })
    return { ImageUrls: urls }
  })

  app.post('/services/getAvailability', ({ body }) => {
    const { service, from, days, starts } = rangeOf(store, bodyOf(body))
    return {
      DatesUtc: starts,
      TimeUnitStartsUtc: starts,
      CategoryAvailabilities: availabilitiesOf(store, categoriesOf(store, service), from, days).map(
        ({ category, left, adjustments }) => ({
          ...{ CategoryId: category.Id, Availabilities: left, Adjustments: adjustments },
        }),
      ),
    }
  })

  app.post('/services/getAvailability/2024-01-22', ({ body }) => {
    const fields = bodyOf(body)
    const { service, from, days, starts } = rangeOf(store, fields)
    const metricsOf = ({ rooms, left, adjustments }: Availability) => {
      const known: Record<string, number[]> = {
        ActiveResources: left.map(() => rooms),
        UsableResources: left.map(() => rooms),
        PublicAvailabilityAdjustment: adjustments,
        Occupied: left.map((count, index) => rooms - count + (adjustments[index] ?? 0)),
      }
      const names = (fields.Metrics as string[]).filter((name) => Object.hasOwn(known, name))
      return Object.fromEntries(names.map((name) => [name, known[name]]))
    }
    return {
      TimeUnitStartsUtc: starts,
      ResourceCategoryAvailabilities: availabilitiesOf(store, categoriesOf(store, service), from, days).map(
        (availability) => ({
          ...{ ResourceCategoryId: availability.category.Id, Metrics: metricsOf(availability) },
        }),
      ),
    }
  })

  app.post('/rates/getPricing', ({ body }) => {
    const fields = bodyOf(body)
    const rate = namedIn(store.rates, fields, 'RateId')
    const { service, from, days, starts } = rangeOf(store, { ...fields, ServiceId: rate.ServiceId })
    const dates = Array.from({ length: days }, (_, index) => addDays(from, index))
    const categories = categoriesOf(store, service)
    const prices = (category: Category) => dates.map((date) => nightPrice(store, category, rate, date))
    return {
      Currency: currencyOf(store.enterpriseOf(rate)),
      TimeUnitStartsUtc: starts,
      DatesUtc: starts,
      BaseAmountPrices: categories[0] === undefined ? [] : prices(categories[0]),
      CategoryPrices: categories.map((category) => ({
        ...{ CategoryId: category.Id, AmountPrices: prices(category), Prices: [] },
      })),
      ...{ BasePrices: [], CategoryAdjustments: [], AgeCategoryAdjustments: [] },
      ...{ RelativeAdjustment: 0, AbsoluteAdjustment: 0, EmptyUnitAdjustment: 0, ExtraUnitAdjustment: 0 },
    }
  })

  app.post('/reservations/getChannelManagerDetails', ({ body }) => {
    const ids = idsOf(bodyOf(body), 'ReservationIds') ?? []
    const found = [...ids].flatMap((id) => store.reservations.get(id) ?? [])
    return {
      ChannelManagerDetails: found
        .filter(({ Origin }) => Origin === 'ChannelManager')
        .map((row) => ({
          ...{ ReservationId: row.Id, ChannelNumber: row.ChannelNumber, CreatedUtc: row.CreatedUtc },
          ...{ RequestedRateCode: 'STD', ChannelManagerName: 'Switchboard' },
          ...{ ChannelManagerGroupNumber: null, ChannelManagerNumber: null },
        })),
    }
  })

  // The list has only the application's own threads with the hotel's staff, and there are none.
  app.post('/messageThreads/getAll', () => ({ MessageThreads: [], Cursor: null }))
  app.post('/messages/getAll', () => ({ Messages: [], Cursor: null }))
}

const categoriesOf = (store: Store, service: Service): Category[] =>
  store.categories.all().filter(({ ServiceId, IsActive }) => ServiceId === service.Id && IsActive)

/** Reads nights with both ends included; both must be the hotel's midnight. */
function rangeOf(store: Store, body: Body) {
  const service = namedIn(store.services, body, 'ServiceId')
  if (service.Data.Discriminator !== 'Bookable') throw invalid('ServiceId')
  const zone = store.zoneOf({ ServiceId: service.Id })
  const from = nightIn(body, 'FirstTimeUnitStartUtc', zone)
  const days = daysBetween(from, nightIn(body, 'LastTimeUnitStartUtc', zone)) + 1
  if (days < 1 || days > longestRangeDays) throw invalid('LastTimeUnitStartUtc')
  const starts = Array.from({ length: days }, (_, index) => midnight(addDays(from, index), zone))
  return { service, from, days, starts }
}

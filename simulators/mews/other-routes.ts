import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween } from '../kit/clock.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import { invalid } from './answers.ts'
import { currencyOf } from './money.ts'
import { midnight, moment } from './moments.ts'
import { availabilityOf, bookedByCategory, nightPrice } from './nights.ts'
import type { Category, Service } from './records.ts'
import { bodyOf, idsOf, namedIn, nightIn, rowsOf, textOf } from './requests.ts'
import type { Body } from './requests.ts'
import type { Store } from './store.ts'

const longestRangeDays = 367

export function otherRoutes(app: FastifyInstance, store: Store, clock: SimulatorClock): void {
  app.post('/configuration/get', ({ body }) => {
    const fields = bodyOf(body)
    const isNamed = textOf(fields, 'EnterpriseId') !== undefined
    return {
      NowUtc: moment(clock.nowMs()),
      Enterprise: isNamed ? namedIn(store.enterprises, fields, 'EnterpriseId') : store.own,
      Service: null,
      PaymentCardStorage: null,
      IsIdentityDocumentNumberRequired: false,
    }
  })

  app.post('/images/getUrls', ({ body }) => {
    const known = new Set<unknown>(store.images.values().map(({ ImageId }) => ImageId))
    const urls = rowsOf(bodyOf(body), 'Images').map(({ ImageId, Width }) => {
      if (!known.has(ImageId)) throw invalid('ImageId')
      return { ImageId, Url: `https://cdn.example.com/Media/Image/${ImageId}?Width=${Number(Width ?? 0)}` }
    })
    return { ImageUrls: urls }
  })

  app.post('/services/getAvailability', ({ body }) => {
    const { service, from, days, starts } = rangeOf(store, bodyOf(body))
    const booked = bookedByCategory(store)
    return {
      DatesUtc: starts,
      TimeUnitStartsUtc: starts,
      CategoryAvailabilities: categoriesOf(store, service).map((category) => {
        const { left, adjustments } = availabilityOf(
          store,
          category,
          from,
          days,
          booked.get(category.Id) ?? [],
        )
        return { CategoryId: category.Id, Availabilities: left, Adjustments: adjustments }
      }),
    }
  })

  app.post('/services/getAvailability/2024-01-22', ({ body }) => {
    const fields = bodyOf(body)
    const { service, from, days, starts } = rangeOf(store, fields)
    const booked = bookedByCategory(store)
    return {
      TimeUnitStartsUtc: starts,
      ResourceCategoryAvailabilities: categoriesOf(store, service).map((category) => {
        const rooms = store.rooms(category.Id).length
        const { left, adjustments } = availabilityOf(
          store,
          category,
          from,
          days,
          booked.get(category.Id) ?? [],
        )
        const known: Record<string, number[]> = {
          ActiveResources: left.map(() => rooms),
          UsableResources: left.map(() => rooms),
          PublicAvailabilityAdjustment: adjustments,
          Occupied: left.map((count, index) => rooms - count + (adjustments[index] ?? 0)),
        }
        const metrics = (fields.Metrics as string[]).filter((name) => Object.hasOwn(known, name))
        return {
          ResourceCategoryId: category.Id,
          Metrics: Object.fromEntries(metrics.map((name) => [name, known[name]])),
        }
      }),
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
      Currency: currencyOf(store.enterpriseOf(service.Id)),
      TimeUnitStartsUtc: starts,
      DatesUtc: starts,
      BaseAmountPrices: categories[0] === undefined ? [] : prices(categories[0]),
      BasePrices: [],
      CategoryPrices: categories.map((category) => ({
        CategoryId: category.Id,
        AmountPrices: prices(category),
        Prices: [],
      })),
      CategoryAdjustments: [],
      AgeCategoryAdjustments: [],
      RelativeAdjustment: 0,
      AbsoluteAdjustment: 0,
      EmptyUnitAdjustment: 0,
      ExtraUnitAdjustment: 0,
    }
  })

  app.post('/reservations/getChannelManagerDetails', ({ body }) => {
    const ids = idsOf(bodyOf(body), 'ReservationIds') ?? []
    const found = [...ids].flatMap((id) => store.reservations.get(id) ?? [])
    return {
      ChannelManagerDetails: found
        .filter(({ Origin }) => Origin === 'ChannelManager')
        .map((row) => ({
          ReservationId: row.Id,
          RequestedRateCode: 'STD',
          ChannelManagerName: 'Switchboard',
          ChannelNumber: row.ChannelNumber,
          ChannelManagerGroupNumber: null,
          ChannelManagerNumber: null,
          CreatedUtc: row.CreatedUtc,
        })),
    }
  })

  // The list has only the application's own threads with the hotel's staff, and there are none.
  app.post('/messageThreads/getAll', () => ({ MessageThreads: [], Cursor: null }))
  app.post('/messages/getAll', () => ({ Messages: [], Cursor: null }))
}

function categoriesOf(store: Store, service: Service): Category[] {
  return store.categories.values().filter(({ ServiceId, IsActive }) => ServiceId === service.Id && IsActive)
}

/** Reads nights with both ends included; both must be the hotel's midnight. */
function rangeOf(
  store: Store,
  body: Body,
): { service: Service; from: string; days: number; starts: string[] } {
  const service = namedIn(store.services, body, 'ServiceId')
  if (service.Data.Discriminator !== 'Bookable') throw invalid('ServiceId')
  const zone = store.enterpriseOf(service.Id).TimeZoneIdentifier
  const from = nightIn(body, 'FirstTimeUnitStartUtc', zone)
  const to = nightIn(body, 'LastTimeUnitStartUtc', zone)
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > longestRangeDays) throw invalid('LastTimeUnitStartUtc')
  return {
    service,
    from,
    days,
    starts: Array.from({ length: days }, (_, index) => midnight(addDays(from, index), zone)),
  }
}

/** Creates a native listing, which no PMS keeps. */
import type { ListingCreateBody, ListingCreated } from '../../contract/listing-write.ts'
import { RouteReply } from '../../http/route.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { appendEvents, openWrite } from '../../platform/outbox.ts'
import { rehearse } from '../../platform/rehearse.ts'
import type { Queryable } from '../../platform/tenant.ts'
import { decimalText } from '../../platform/decimal.ts'
import { todayAt } from '../../records/property-day.ts'
import type { RouteWriteContext } from '../route.ts'
import { currencyOfWorkspace } from './currency.ts'
import { listingEvents } from '../../records/listings/events.ts'
import { assertWithinCap } from './switch-listings.ts'
import { insertListing } from '../../records/listings/native-listing-queries.ts'
import type { NewListing } from '../../records/listings/native-listing-queries.ts'
import { seedNights } from '../../records/calendar/rate-night-queries.ts'
import { withoutEmpty } from './without-undefined.ts'

const seededDays = 365
const priceFields = ['defaultDailyPrice', 'weekendPrice', 'pricePerExtraGuest', 'cleaningFee'] as const

export async function createListing(
  context: RouteWriteContext,
  body: ListingCreateBody,
  dryRun: boolean,
): Promise<ListingCreated | RouteReply<ListingCreated>> {
  const listing = toNewListing(body)
  const work = (tx: Queryable) => storeListing(tx, context, body, listing)
  if (!dryRun) return writeOnce(context, work)
  const { id: _, ...made } = await rehearse(context.services.db, work)
  return new RouteReply<ListingCreated>({ ...made, dryRun: true }, { status: 200 })
}

async function storeListing(
  tx: Queryable,
  context: RouteWriteContext,
  body: ListingCreateBody,
  draft: NewListing,
): Promise<ListingCreated> {
  const { services, scope } = context
  const write = await openWrite(tx, scope, services.clock.now())
  await assertWithinCap(tx, context, 1)
  const isPriced = priceFields.some((field) => (body[field] ?? null) !== null)
  const currency =
    isPriced && draft.currency === null ? await currencyOfWorkspace(tx, scope, 'currency') : draft.currency
  const listing = { ...draft, currency }
  const id = await insertListing(tx, scope, listing, write.at)
  const price = listing.defaultNightlyPrice
  if (price !== null) {
    await seedNights(tx, scope, id, {
      from: todayAt(listing.timeZone, write.now),
      days: seededDays,
      price,
      weekendPrice: amountText('weekendPrice', body.weekendPrice),
      at: write.at,
    })
  }
  const change = { id, change: 'created' as const, previous: {} }
  await appendEvents(write, await listingEvents(tx, scope, [change], write.at))
  return {
    id,
    calendarDaysSeeded: price === null ? 0 : seededDays,
    ...(currency === null || draft.currency !== null ? {} : { currency }),
  }
}

function checkTimeZone(timeZone: string | undefined): string | null {
  if (timeZone === undefined) return null
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId
  } catch {
    throw new ApiError('invalid_body', '`timeZone` is no time zone that is known here.', {
      field: 'timeZone',
      value_received: timeZone,
    })
  }
}

/** The body's amount as exact text. */
export function amountText(field: string, value: number | null | undefined): string | null {
  if (value === undefined || value === null) return null
  const text = decimalText(value)
  if (text !== null) return text
  throw new ApiError('invalid_body', `\`${field}\` has more than three decimals.`, {
    field,
    value_received: value,
  })
}

const orNull = <T extends object>(values: T): T | null => (Object.keys(values).length === 0 ? null : values)

function toNewListing(body: ListingCreateBody): NewListing {
  return {
    name: body.name,
    publicName: null,
    street: body.street ?? null,
    city: body.city ?? null,
    state: body.state ?? null,
    postalCode: body.postalCode ?? body.zipcode ?? null,
    countryCode: body.countryCode ?? null,
    latitude: degreesText(body.lat),
    longitude: degreesText(body.lng),
    timeZone: checkTimeZone(body.timeZone),
    currency: body.currency ?? null,
    defaultNightlyPrice: amountText('defaultDailyPrice', body.defaultDailyPrice),
    content: orNull(withoutEmpty({ summary: body.summary, description: body.description })),
    details: orNull(
      withoutEmpty({
        propertyType: body.propertyType,
        propertyTypeCategory: body.propertyTypeCategory,
        roomTypeCategory: body.roomTypeCategory,
        bedrooms: body.bedrooms,
        beds: body.beds,
        bathrooms: body.bathrooms === undefined ? undefined : String(body.bathrooms),
        personCapacity: body.personCapacity,
        checkInTimeStart: body.checkInTimeStart,
        checkOutTime: body.checkOutTime,
      }),
    ),
    pricing: withoutEmpty({
      weekendPrice: amountText('weekendPrice', body.weekendPrice),
      pricePerExtraGuest: amountText('pricePerExtraGuest', body.pricePerExtraGuest),
      cleaningFee: amountText('cleaningFee', body.cleaningFee),
    }),
    policies: withoutEmpty({
      cancellationPolicy: body.cancellationPolicy,
      allowsPets: body.allowsPets,
      allowsSmoking: body.allowsSmoking,
      allowsChildren: body.allowsChildren,
      allowsEvents: body.allowsEvents,
    }),
  }
}

/** Six decimals of a degree are a tenth of a metre. */
export const degreesText = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : value.toFixed(6)

import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { readAccount } from './account.ts'
import type { MewsAccount, AgeGroup, Service } from './account.ts'
import { soldRate } from './calendar.ts'
import { span } from './map.ts'
import type { VendorRate, VendorReservation } from './vendor.ts'

/** A room type is booked with these records. */
export interface SoldRoomType {
  account: MewsAccount
  service: Service
  rate: VendorRate
}

export async function soldAs(context: VendorContext, categoryId: string): Promise<SoldRoomType> {
  const account = await readAccount(context)
  const service = account.services.get(account.categories.get(categoryId)?.ServiceId ?? '')
  if (service === undefined) throw new VendorError('not_found', `no room type ${categoryId}`)
  const rate = await soldRate(context, service.id)
  if (rate === null) throw new VendorError('rejected', 'the hotel has no rate that everybody may book')
  return { account, service, rate }
}

/** A token that reaches several hotels must name one. */
export function hotelNamed({ isPortfolio }: MewsAccount, { hotel }: Service): { EnterpriseId?: string } {
  return isPortfolio ? { EnterpriseId: hotel.id } : {}
}

/** A stay lasts from the hotel's arrival time to its departure time. */
export function timesOf(
  { hotel, startOffset, endOffset }: Service,
  checkIn: string,
  checkOut: string,
): { StartUtc: string; EndUtc: string } {
  const moment = (date: string, offset: string | null) =>
    Temporal.PlainDate.from(date)
      .toPlainDateTime()
      .add(span(offset) ?? new Temporal.Duration())
      .toZonedDateTime(hotel.timeZone)
      .toInstant()
      .toString()
  return { StartUtc: moment(checkIn, startOffset), EndUtc: moment(checkOut, endOffset) }
}

type PersonCounts = { AgeCategoryId: string; Count: number }[]

/** Counts guests in the hotel's own age categories; guests who now count as infants stay infants. */
export function partyOf(
  { account, service }: Pick<SoldRoomType, 'account' | 'service'>,
  { adults, children }: { adults: number; children: number },
  current: VendorReservation['PersonCounts'] = [],
): PersonCounts {
  const count = (group: AgeGroup, people: number): PersonCounts => {
    if (people === 0) return []
    const category = account.countedIn.get(service.id)?.find((row) => row.group === group)
    if (category !== undefined) return [{ AgeCategoryId: category.id, Count: people }]
    throw new VendorError('rejected', `the hotel counts no ${group}`)
  }
  const infants = (current ?? []).flatMap(({ AgeCategoryId, Count }) =>
    AgeCategoryId && Count && account.ages.get(AgeCategoryId) === 'infants' ? [{ AgeCategoryId, Count }] : [],
  )
  return [...count('adults', adults), ...count('children', children), ...infants]
}

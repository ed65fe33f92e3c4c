/**
 * Parses Vrbo's requests. Pure. Fields are picked by name, without card fields: card data goes no further than the
 * request's bytes.
 */
import { childOf, childrenOf, textIn, type Xml } from '../../../../connector-kit/xml.ts'

export interface StayRequest {
  listingId: string | undefined
  arrival: string | undefined
  departure: string | undefined
  adults: number
  children: number
  pets: number
}

export interface BookingRequest extends StayRequest {
  advertiserId: string | undefined
  trackingUuid: string | undefined
  firstName: string | undefined
  lastName: string | undefined
  email: string | undefined
  phone: string | undefined
  /** Total price for the guest, if all items share a currency. */
  total: string | null
  currency: string | null
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/
const uuidPattern = /^[A-Za-z0-9-]{8,64}$/

const textOf = (of: Xml | undefined, name: string): string | undefined => {
  const text = textIn(of, name)?.trim()
  return text === undefined || text === '' ? undefined : text.slice(0, 200)
}
const dateOf = (text: string | undefined): string | undefined => {
  if (text === undefined || !datePattern.test(text)) return undefined
  try {
    return String(Temporal.PlainDate.from(text))
  } catch {
    return undefined
  }
}
const count = (of: Xml | undefined, name: string): number => {
  const number = Number(textOf(of, name) ?? 0)
  return Number.isInteger(number) && number >= 0 && number <= 1000 ? number : 0
}

export function readStay(details: Xml | undefined): StayRequest {
  const reservation = childOf(details, 'reservation')
  const dates = childOf(reservation, 'reservationDates')
  return {
    listingId: textOf(details, 'listingExternalId'),
    arrival: dateOf(textOf(dates, 'beginDate')),
    departure: dateOf(textOf(dates, 'endDate')),
    adults: count(reservation, 'numberOfAdults'),
    children: count(reservation, 'numberOfChildren'),
    pets: count(reservation, 'numberOfPets'),
  }
}

export function readBooking(root: Xml): BookingRequest {
  const details = childOf(root, 'bookingRequestDetails')
  const inquirer = childOf(details, 'inquirer')
  const [first, ...rest] = (textOf(inquirer, 'name') ?? '').split(/\s+/)
  const tracking = textOf(details, 'trackingUuid')
  const country = textOf(inquirer, 'phoneCountryCode')
  const number = textOf(inquirer, 'phoneNumber')
  return {
    ...readStay(details),
    ...readAmount(details),
    advertiserId: textOf(details, 'advertiserAssignedId'),
    trackingUuid: tracking !== undefined && uuidPattern.test(tracking) ? tracking : undefined,
    firstName: textOf(inquirer, 'firstName') ?? (first === '' ? undefined : first),
    lastName: textOf(inquirer, 'lastName') ?? (rest.length === 0 ? undefined : rest.join(' ')),
    email: textOf(inquirer, 'emailAddress'),
    phone:
      number === undefined
        ? undefined
        : country === undefined
          ? number
          : `+${country.replace(/^\+/, '')}${number}`,
  }
}

const amountPattern = /^-?\d{1,9}(\.\d{1,4})?$/

/** A refundable deposit is not part of the price. */
function readAmount(details: Xml | undefined): { total: string | null; currency: string | null } {
  const items = childrenOf(childOf(details, 'orderItemList'), 'orderItem').filter(
    (item) => textOf(item, 'feeType') !== 'DEPOSIT',
  )
  const amounts = items.map((item) => childOf(item, 'totalAmount'))
  const [currency, ...others] = new Set(amounts.map((amount) => amount?.attributes['currency']))
  const isWhole = amounts.every((amount) => amount !== undefined && amountPattern.test(amount.text.trim()))
  if (currency === undefined || others.length > 0 || !isWhole) return { total: null, currency: null }
  const tenThousandths = amounts.reduce(
    (sum, amount) => sum + inTenThousandths(amount?.text.trim() ?? '0'),
    0n,
  )
  const sign = tenThousandths < 0n ? '-' : ''
  const digits = String(tenThousandths < 0n ? -tenThousandths : tenThousandths).padStart(5, '0')
  return { total: `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}`, currency }
}

function inTenThousandths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(4, '0'))
  return text.startsWith('-') ? -units : units
}

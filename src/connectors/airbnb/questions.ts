/** What the vendor asks while a guest waits. Names that changed with a dated version are read in both forms. */
import { unreadable, type AppDelivery, type StayQuestion } from '../../connector-kit/app-webhook.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import { civilDate, daysBetween } from '../../connector-kit/dates.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'

/** Longer stays are not sold there. */
const mostNights = 1125
/** In digits or letters. */
const longestId = 64
/** The only word for a refusal that is known there. */
const refusal = 'dates_not_available'

/** Before a guest sees the price: `{available}`. */
export const availabilityCheck = (query: unknown): AppDelivery =>
  fieldOf(query, 'action') === 'check_availability'
    ? asked(query, null, 'available')
    : unreadable('`action` must be check_availability.', 'action')

/** Before a booking is made, or one is changed: `{succeed}`. */
export const confirmation = (body: unknown, code: string | null): AppDelivery =>
  asked(body, code ?? presentText(fieldOf(body, 'confirmation_code')), 'succeed')

function asked(given: unknown, confirmationCode: string | null, word: 'available' | 'succeed'): AppDelivery {
  const question = readQuestion(given, confirmationCode)
  if ('kind' in question) return question
  const answer = (isFree: boolean) => (isFree ? { [word]: true } : { [word]: false, failure_code: refusal })
  return { kind: 'question', question, answer }
}

function readQuestion(given: unknown, confirmationCode: string | null): StayQuestion | AppDelivery {
  const field = (name: string) => presentText(fieldOf(given, name))
  const listingExternalId = field('listing_id_str') ?? field('listing_id')
  if (listingExternalId === null || listingExternalId.length > longestId) {
    return unreadable('`listing_id` must be an id of Airbnb.', 'listing_id')
  }
  const checkIn = dateOf(field('start_date'))
  if (checkIn === null) return unreadable('`start_date` must be a date, YYYY-MM-DD.', 'start_date')
  const checkOut = dateOf(field('end_date'))
  const nights = wholeNumber(field('nights')) ?? (checkOut === null ? null : daysBetween(checkIn, checkOut))
  if (nights === null || nights < 1 || nights > mostNights) {
    return unreadable(`\`nights\` must be a whole number from 1 to ${mostNights}.`, 'nights')
  }
  return { listingExternalId, checkIn, nights, confirmationCode }
}

function dateOf(text: string | null): string | null {
  try {
    return civilDate(text)
  } catch {
    return null
  }
}

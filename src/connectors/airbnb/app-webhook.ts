import {
  unreadable,
  type AppDelivery,
  type AppRequest,
  type AppWebhook,
  type StayQuestion,
} from '../../connector-kit/app-webhook.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import { parseJson } from '../../connector-kit/json.ts'
import { newsIn } from './notices.ts'
import { civilDate, daysBetween } from '../../connector-kit/dates.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { createVerify } from 'node:crypto'

// Third parties describe how the vendor signs its requests; see NOTES.md.

/** An older request could be a replay. */
const longestAgoMs = 5 * 60_000
/** Without these a signature would fit other requests too. The body is bytes and comes last. */
const covered = ['url', 'method', 'date']

/** True if the private key of `publicKey` signed the request, for this address, in the last minutes. */
function isSigned(request: AppRequest, publicKey: string): boolean {
  const { headers, receivedAt, rawBody } = request
  const { algorithm, delimiter = '|', signature = '', ...parts } = partsOf(headers.authorization ?? '')
  const names = (parts.headers ?? '').split(' ')
  const isWhole = covered.every((name) => names.includes(name)) && names.at(-1) === 'body'
  const isFresh = Math.abs(receivedAt.getTime() - Date.parse(headers.date ?? '')) <= longestAgoMs
  if (algorithm !== 'rsa-sha256' || !isWhole || !isFresh) return false
  return request.addresses.some((address) => {
    const values = names.slice(0, -1).map((name) => valueOf(name, request, address) + delimiter)
    return createVerify('sha256')
      .update(values.join(''))
      .update(rawBody)
      .verify(publicKey, signature, 'base64')
  })
}

/** The header has the form `Signature keyId="…",algorithm="…"`. */
function partsOf(authorization: string): Record<string, string | undefined> {
  if (!authorization.startsWith('Signature ')) return {}
  return Object.fromEntries(
    [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]),
  )
}

function valueOf(
  name: string,
  { headers, method }: AppRequest,
  { host, path }: AppRequest['addresses'][number],
): string {
  const own: Record<string, string> = { host, url: path, method }
  return own[name] ?? headers[name] ?? ''
}

// The vendor asks these questions while a guest waits. Names that changed with a dated version are read in
// both forms.

/** Airbnb sells no longer stays. */
const mostNights = 1125
/** Ids consist of digits or letters. */
const longestId = 64
/** Airbnb knows no other word for a refusal. */
const refusal = 'dates_not_available'

/** Airbnb asks before a guest sees the price: `{available}`. */
const availabilityCheck = (query: unknown): AppDelivery =>
  fieldOf(query, 'action') === 'check_availability'
    ? toQuestion(query, null, 'available')
    : unreadable('`action` must be check_availability.', 'action')

/** Airbnb asks before a booking is made or changed: `{succeed}`. */
const confirmation = (body: unknown, code: string | null): AppDelivery =>
  toQuestion(body, code ?? presentText(fieldOf(body, 'confirmation_code')), 'succeed')

function toQuestion(
  parts: unknown,
  confirmationCode: string | null,
  word: 'available' | 'succeed',
): AppDelivery {
  const question = readQuestion(parts, confirmationCode)
  if ('kind' in question) return question
  const answer = (isFree: boolean) => (isFree ? { [word]: true } : { [word]: false, failure_code: refusal })
  return { kind: 'question', question, answer }
}

function readQuestion(parts: unknown, confirmationCode: string | null): StayQuestion | AppDelivery {
  const field = (name: string) => presentText(fieldOf(parts, name))
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

/** Without the vendor's key only the secret address proves a request. */
export const appWebhookOf = (publicKey: string | undefined): AppWebhook => ({
  receive: (request) =>
    publicKey === undefined || isSigned(request, publicKey) ? read(request) : { kind: 'forged' },
})

function read({ method, under, query, rawBody }: AppRequest): AppDelivery {
  if (method === 'GET') return availabilityCheck(query)
  const body = bodyIn(rawBody)
  if (body === undefined) return unreadable('The body must be a JSON object.')
  if (method === 'PUT') return confirmation(body, under)
  const action = fieldOf(body, 'action')
  if (action === undefined) return confirmation(body, null)
  return { kind: 'news', news: newsIn(String(action), body), answer: { succeed: true } }
}

/** Ids may have more digits than a number holds. */
function bodyIn(rawBody: Buffer): unknown {
  try {
    return parseJson(rawBody.toString())
  } catch {
    return undefined
  }
}

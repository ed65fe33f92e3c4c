import { createHmac } from 'node:crypto'
import { fieldOf, readable } from '../../connector-kit/answers.ts'
import type { InboundHint, VendorOperations } from '../../connector-kit/connector.ts'
import { enteredByHand, hint } from '../../connector-kit/hints.ts'
import { distinctHints } from '../../connector-kit/notices.ts'
import { sameSecret } from '../../connector-kit/secrets.ts'
import { VendorEvent } from './vendor.ts'

type IdOf = (link?: string) => unknown

const ofBooking = (id: unknown, rental: unknown) => [...hint('reservations', id), ...hint('calendar', rental)]
const ofThread = (thread: unknown) => [...hint('conversations', thread), ...hint('messages', thread)]

/** Events are named after the resource and what became of it: `booking_created`. */
const hintsOf: Readonly<Record<string, (idOf: IdOf) => InboundHint[]>> = {
  booking: (idOf) => ofBooking(idOf(), idOf('rental')),
  bookings_fee: (idOf) => hint('reservations', idOf('booking')),
  rental: (idOf) => [...hint('listings', idOf()), ...hint('calendar', idOf())],
  availability: (idOf) => hint('calendar', idOf('rental')),
  inbox_conversation: (idOf) => ofThread(idOf()),
  inbox_message: (idOf) => ofThread(idOf('conversation')),
  review: (idOf) => hint('reviews', idOf()),
}

/** The vendor signs a text of its own making, whose lines have sixty characters. */
const signedLine = /.{1,60}/g

export function signatureOf(rawBody: Buffer, secret: string): string {
  const encoded = rawBody.toString('base64').replace(signedLine, '$&\n')
  return createHmac('sha1', secret).update(encoded).digest('hex')
}

/** A person enters the address in the partner area; the application's secret signs what it sends. */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  ...enteredByHand('partner area', {
    proofs: ['clientSecret'],
    refusal: 'BookingSync signs its webhooks with the clientSecret of the application',
  }),

  receive({ headers, body, rawBody }, { secrets: { clientSecret } }) {
    const signature = headers['x-content-signature']
    if (clientSecret === undefined || signature === undefined) return null
    if (!sameSecret(signature.trim().toLowerCase(), signatureOf(rawBody, clientSecret))) return null
    return distinctHints(readable(VendorEvent, [body]).flatMap(hintsIn))
  },
}

function hintsIn({ event, resource }: { event: string; resource?: unknown }): InboundHint[] {
  const kind = /^(.+)_(?:created|updated|destroyed)$/.exec(event)?.[1] ?? ''
  if (!Object.hasOwn(hintsOf, kind)) return []
  // Inbox records have their short name here, as in lists.
  const row = fieldOf(resource, kind) ?? fieldOf(resource, kind.replace(/^inbox_/, ''))
  const idOf: IdOf = (link) =>
    link === undefined ? fieldOf(row, 'id') : fieldOf(fieldOf(row, 'links'), link)
  return hintsOf[kind]?.(idOf) ?? []
}

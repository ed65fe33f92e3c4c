/**
 * Receives Stripe's webhooks. A notice is verified, stored by id and taken as a reason to read; its content
 * is not trusted.
 */
import { ApiError } from '../../../platform/api-error.ts'
import { toStorable } from '../../../records/canonical.ts'
import type { Services } from '../../../services.ts'
import { stripeClientFor } from './client.ts'
import type { StripeEvent } from './library.ts'
import { insertNotice } from './queries.ts'

/** Accepted clock difference, past or ahead: Stripe signs every attempt anew. */
const toleranceSeconds = 300

type BillingNoticeDeps = Pick<Services, 'db' | 'clock' | 'log' | 'config'>

const unprovenSignature = () =>
  new ApiError('unauthorized', 'The notice does not prove that Stripe sent it.', undefined, {
    fix: 'Set STRIPE_WEBHOOK_SECRET to the signing secret of this endpoint.',
  })

async function verifyEvent(
  { config, clock }: BillingNoticeDeps,
  payload: Buffer,
  header: unknown,
): Promise<StripeEvent> {
  const { webhooks } = await stripeClientFor(config)
  if (typeof header !== 'string' || config.stripeWebhookSecret === undefined) throw unprovenSignature()
  try {
    const now = clock.now().getTime()
    if (signedAt(header) > now / 1000 + toleranceSeconds) throw unprovenSignature()
    return webhooks.constructEvent(
      payload,
      header,
      config.stripeWebhookSecret,
      toleranceSeconds,
      undefined,
      now,
    )
  } catch {
    // The error contains the payload, so it is not passed on.
    throw unprovenSignature()
  }
}

/** Stripe's library checks only the past. Of several timestamps it uses the last, as this does. */
const signedAt = (header: string): number => {
  const times = header.split(',').filter((part) => part.startsWith('t='))
  return Number(times.at(-1)?.slice(2) ?? NaN)
}

const idIn = (value: unknown): string | null => {
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  return typeof id === 'string' && id.length <= 255 ? id : null
}

/** Stores the notice and marks its account due before answering, so a killed process loses nothing. */
export async function receiveNotice(
  services: BillingNoticeDeps,
  payload: Buffer,
  header: unknown,
): Promise<void> {
  const event = toStorable(await verifyEvent(services, payload, header))
  const id = idIn(event?.id)
  const about = event?.data?.object
  const customerId = idIn(about?.object === 'customer' ? about.id : about?.customer)
  if (id === null || typeof event.type !== 'string')
    throw new ApiError('invalid_body', 'This is no event of Stripe.', { field: 'id' })
  const type = event.type.slice(0, 100)
  const isNews =
    customerId !== null && (await insertNotice(services.db, { id, type, customerId }, services.clock.now()))
  services.log.info({ event: id, type, isNews }, 'a notice of Stripe')
}

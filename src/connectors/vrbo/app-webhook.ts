/**
 * One address serves all advertisers of the partner. The signature of deliveries is unknown: the address is
 * the secret, and a delivery is only a reason to read (`isGenuine` is where a proof would be checked).
 */
import { fieldOf, isFields } from '../../connector-kit/answers.ts'
import {
  unreadable,
  type AppDelivery,
  type AppRequest,
  type AppWebhook,
} from '../../connector-kit/app-webhook.ts'
import { parseJson } from '../../connector-kit/json.ts'
import { confirmBooking } from './booking-changes.ts'
import { keepCallback } from './callback.ts'
import { newsIn } from './notices.ts'

export const appWebhookOf = (
  contactEmail: string | undefined,
  isGenuine: (request: AppRequest) => boolean = () => true,
): AppWebhook => ({
  confirm: confirmBooking,
  receive: (request) => (isGenuine(request) ? read(request) : { kind: 'forged' }),
  // The vendor requires a contact address with the callback.
  ...(contactEmail === undefined
    ? {}
    : { keep: (context, wish) => keepCallback(context, { ...wish, contactEmail }) }),
})

function read({ method, rawBody }: AppRequest): AppDelivery {
  const body = method === 'POST' ? bodyIn(rawBody) : undefined
  if (!isFields(body)) return unreadable('The body must be a JSON object.')
  return {
    kind: 'news',
    news: newsIn(body),
    answer: { notificationId: fieldOf(body, 'notificationId') ?? null },
  }
}

function bodyIn(rawBody: Buffer): unknown {
  try {
    return parseJson(rawBody.toString())
  } catch {
    return undefined
  }
}

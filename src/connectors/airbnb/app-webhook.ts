import {
  unreadable,
  type AppDelivery,
  type AppRequest,
  type AppWebhook,
} from '../../connector-kit/app-webhook.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import { parseJson } from '../../connector-kit/json.ts'
import { newsIn } from './notices.ts'
import { availabilityCheck, confirmation } from './questions.ts'
import { isSigned } from './signature.ts'

/** Without the vendor's key the address, which nobody else knows, is all there is to go by. */
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

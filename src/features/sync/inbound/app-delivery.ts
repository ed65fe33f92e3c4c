/** The vendor's connector verifies a request to the one address; it is then answered or taken as news. */
import type { AppRequest, AppWebhook } from '../../../connector-kit/app-webhook.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { toStorable } from '../../../records/canonical.ts'
import type { Services } from '../../../services.ts'
import { answerVendor } from './answer.ts'
import { acceptNews } from './accept-news.ts'

export interface IncomingDelivery {
  provider: string
  token: string
  request: Pick<AppRequest, 'method' | 'under' | 'query' | 'headers' | 'rawBody'>
}

export async function acceptDelivery(
  services: Services,
  webhook: AppWebhook,
  { provider, token, request }: IncomingDelivery,
): Promise<object> {
  const delivery = webhook.receive({
    ...request,
    addresses: addressesOf(services, [provider, token, request.under], request.headers.host),
    receivedAt: services.clock.now(),
  })
  switch (delivery.kind) {
    case 'forged':
      throw new ApiError('unauthorized', 'The delivery does not prove who sent it.')
    case 'unreadable':
      throw new ApiError(request.method === 'GET' ? 'invalid_params' : 'invalid_body', delivery.problem, {
        ...(delivery.field === undefined ? {} : { field: delivery.field }),
      })
    case 'question': {
      const verdict = await answerVendor(services, provider, toStorable(delivery.question))
      services.log.info({ provider, ...delivery.question, ...verdict }, 'a channel asked for a stay')
      return delivery.answer(verdict.isFree)
    }
    case 'news':
      await acceptNews(services, provider, delivery.news)
      return delivery.answer
  }
}

/** Signatures may cover either URL, the registered or the received one, since a proxy may change it. */
function addressesOf(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  parts: readonly (string | null)[],
  host = '',
): AppRequest['addresses'] {
  const path = ['/v1/inbound', ...parts.filter((part) => part !== null)].join('/')
  const told = new URL(publicUrl)
  const asked = URL.parse(`http://${host}`)?.hostname
  return [
    { host: told.hostname, path: told.pathname.replace(/\/$/, '') + path },
    ...(asked === undefined ? [] : [{ host: asked, path }]),
  ]
}

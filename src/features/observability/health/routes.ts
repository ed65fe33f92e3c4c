import { Type } from 'typebox'
import { ChannelHealth, Health, PartHealth, Readiness, type HealthStatus } from '../../../contract/health.ts'
import { channelNames, oneOfStrings } from '../../../contract/shared.ts'
import { RouteReply } from '../../../http/route.ts'
import { route } from '../../route.ts'
import { timedRead } from '../../../platform/timed-read-sql.ts'
import { serverVersion } from '../../../platform/version.ts'
import { readAuthHealth, readChannelHealth, patienceMs, readWebhookHealth } from './part-health.ts'
import { pingDatabase } from './queries.ts'

const toHealthReply = <T extends { status: HealthStatus }>(health: T) =>
  new RouteReply(health, { status: health.status === 'ok' ? 200 : 503 })

const partly =
  'Over all workspaces of the server, looked at anew every five seconds at most. Needs no key and is never limited.'
const always = '200 whatever the status is.'
const openPart = { tag: 'Health', auth: 'none', overCap: 'allow', noStore: true, errors: [] } as const

export const healthRoutes = [
  route({
    method: 'GET',
    url: '/v1/health',
    id: 'getHealth',
    tag: 'Health',
    summary: 'Is the server there?',
    description:
      'Says that the process lives, also while it starts, stops or waits for its database. Needs no key and is never limited.',
    auth: 'none',
    overCap: 'allow',
    noStore: true,
    reply: Health,
    errors: [],
    handle: async () => ({ status: 'ok' as const, version: serverVersion }),
  }),

  route({
    method: 'GET',
    url: '/v1/health/ready',
    id: 'getReadiness',
    tag: 'Health',
    summary: 'Can the server serve?',
    description:
      'For load balancers: 503 while the server starts, stops or cannot reach its database; `message` says which. Needs no key and is never limited.',
    auth: 'none',
    overCap: 'allow',
    noStore: true,
    reply: Readiness,
    errors: ['service_unavailable'],
    handle: async ({ services, fail }) => {
      const { stage } = services.lifecycle
      if (stage !== 'serving')
        return fail('service_unavailable', `The server is ${stage}.`, { retry_after: 1 })
      await timedRead(services.db, patienceMs, pingDatabase)
      return { status: 'ok' as const, database: 'ok' as const, version: serverVersion }
    },
  }),

  route({
    ...openPart,
    method: 'GET',
    url: '/v1/health/auth',
    id: 'getAuthHealth',
    summary: 'Are keys checked and is access renewed?',
    description: `\`degraded\`: providers refuse most of the access that was asked for anew within the hour. ${always} ${partly}`,
    reply: PartHealth,
    handle: async ({ services }) => readAuthHealth(services),
  }),

  route({
    ...openPart,
    method: 'GET',
    url: '/v1/health/webhooks',
    id: 'getWebhookHealth',
    summary: 'Are events delivered?',
    description: `\`degraded\`: deliveries are due for more than ten seconds and nothing is tried; \`down\`: for more than a minute. A receiver that fails is tried again and counts as delivered to. ${always} ${partly}`,
    reply: PartHealth,
    handle: async ({ services }) => readWebhookHealth(services),
  }),

  route({
    ...openPart,
    method: 'GET',
    url: '/v1/health/channels/:channel',
    id: 'getChannelHealth',
    summary: 'Is a channel read and written?',
    description: `\`down\`: no connected account can be read. \`degraded\`: a fifth of them cannot, nights wait for more than three hours to be written, or most of the access that was asked for anew within the hour was refused, or a tenth of the nights that were sent within three hours were not taken (of 50 at least, and 5 of them). At Vrbo one account that has to be connected again is \`down\`, and an inbox that was not read for half an hour \`degraded\`. A channel without accounts is well. 503 when the status is not \`ok\`, with the same body. ${partly}`,
    params: Type.Object(
      { channel: oneOfStrings(channelNames, { description: 'The channel.' }) },
      { additionalProperties: false },
    ),
    reply: ChannelHealth,
    otherStatus: 503,
    handle: async ({ services, params }) => toHealthReply(await readChannelHealth(services, params.channel)),
  }),
]

import { Health, Readiness } from '../../contract/health.ts'
import { route } from '../route.ts'
import { askDatabase } from './queries.ts'

export const interfaceVersion = '1.0.0'

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
    reply: Health,
    errors: [],
    handle: async () => ({ status: 'ok' as const, version: interfaceVersion }),
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
    reply: Readiness,
    errors: ['service_unavailable'],
    handle: async ({ services, fail }) => {
      const { stage } = services.lifecycle
      if (stage !== 'serving')
        return fail('service_unavailable', `The server is ${stage}.`, { retry_after: 1 })
      await askDatabase(services.db)
      return { status: 'ok' as const, database: 'ok' as const, version: interfaceVersion }
    },
  }),
]

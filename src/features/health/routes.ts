import { Health } from '../../contract/health.ts'
import { route } from '../services.ts'

export const interfaceVersion = '1.0.0'

export const healthRoutes = [
  route({
    method: 'GET',
    url: '/v1/health',
    id: 'getHealth',
    tag: 'Health',
    summary: 'Is the server there?',
    description: 'Needs no key and is never limited.',
    auth: 'none',
    overCap: 'allow',
    reply: Health,
    errors: [],
    handle: async () => ({ status: 'ok' as const, version: interfaceVersion }),
  }),
]

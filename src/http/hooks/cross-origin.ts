/** Pages of other sites may do everything a key allows, but cannot pass for the hosted page. */
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { consoleHeader, pageHeader } from '../credentials.ts'
import { allMethods } from '../route.ts'
import { exposedHeaders } from '../limits/headers.ts'

const ownPages: readonly string[] = [pageHeader, consoleHeader]

const listed = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !ownPages.includes(name.toLowerCase()))

async function allowed({ headers }: FastifyRequest): Promise<FastifyCorsOptions> {
  return {
    origin: '*',
    methods: [...allMethods],
    allowedHeaders: listed(headers['access-control-request-headers']),
    exposedHeaders,
    maxAge: 600,
  }
}

/** The CORS plugin only answers preflights; other requests get fixed headers. */
export async function preflights(app: FastifyInstance): Promise<void> {
  await app.register(cors, { delegator: allowed })
}

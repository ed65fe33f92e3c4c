/** What pages of other sites may do: everything a key allows, but nothing that proves a request to be of the hosted page. */
import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyRequest } from 'fastify'
import { pageHeader } from '../credentials.ts'
import { allMethods } from '../routing.ts'
import { exposedHeaders } from './headers.ts'

const listed = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.toLowerCase() !== pageHeader)

export async function crossOrigin({ headers }: FastifyRequest): Promise<FastifyCorsOptions> {
  return {
    origin: '*',
    methods: [...allMethods],
    allowedHeaders: listed(headers['access-control-request-headers']),
    exposedHeaders,
    maxAge: 600,
  }
}

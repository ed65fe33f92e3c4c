/** The hosted connect page: one shell for every session, and its files. What it shows it asks the API for. */
import type { FastifyInstance } from 'fastify'
import { hostFiles, shellHeaders } from './hosted-page.ts'

export async function connectPage(app: FastifyInstance): Promise<void> {
  const shell = hostFiles(app, { folder: 'connect' })
  // Whether there is such a session the page finds out by itself: it can say so in the person's language.
  app.get('/connect/:sessionId', (_request, reply) => reply.headers(shellHeaders).send(shell()))
}

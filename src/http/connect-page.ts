/**
 * Serves the hosted connect page: one shell for every session, and its files. The page gets its content from
 * the API.
 */
import type { FastifyInstance } from 'fastify'
import { hostFiles, imagesFrom, shellHeaders } from './hosted-page.ts'

interface ConnectPageOptions {
  /** Returns the origin of the session's logo for the content security policy; null when it has none. */
  logoOrigin?: (sessionId: string) => Promise<string | null>
}

export async function connectPage(app: FastifyInstance, { logoOrigin }: ConnectPageOptions): Promise<void> {
  const shell = hostFiles(app, 'connect')
  // The page itself checks the session, because it can answer in the visitor's language.
  app.get<{ Params: { sessionId: string } }>('/connect/:sessionId', async (request, reply) => {
    // Without a database the page is served without a logo and reports the problem itself.
    const origin = await logoOrigin?.(request.params.sessionId).catch(() => null)
    return reply.headers(origin == null ? shellHeaders : imagesFrom(origin)).send(shell())
  })
}

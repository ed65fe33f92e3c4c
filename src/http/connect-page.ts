/** The hosted connect page: one shell for every session, and its files. What it shows it asks the API for. */
import type { FastifyInstance } from 'fastify'
import { hostFiles, imagesFrom, shellHeaders } from './hosted-page.ts'

interface ConnectPageOptions {
  /** Where the page of a session may load a logo from; null: it shows none. */
  logoOrigin?: (sessionId: string) => Promise<string | null>
}

export async function connectPage(app: FastifyInstance, { logoOrigin }: ConnectPageOptions): Promise<void> {
  const shell = hostFiles(app, { folder: 'connect' })
  // Whether there is such a session the page finds out by itself: it can say so in the person's language.
  app.get<{ Params: { sessionId: string } }>('/connect/:sessionId', async (request, reply) => {
    // Without an answer of the database the page is shown without a logo, and says what is wrong.
    const origin = await logoOrigin?.(request.params.sessionId).catch(() => null)
    return reply.headers(origin == null ? shellHeaders : imagesFrom(origin)).send(shell())
  })
}

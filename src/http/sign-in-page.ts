/** The hosted sign-in page: one shell for everybody, and its files. Opening it uses no link up. */
import type { FastifyInstance } from 'fastify'
import { hostFiles, shellHeaders } from './hosted-page.ts'

const shared = ['dom.ts', 'frame.ts', 'words.ts', 'style.css', 'icon.svg']

export async function signInPage(app: FastifyInstance): Promise<void> {
  const shell = hostFiles(app, { folder: 'sign-in', shared })
  // The plan is bought by who is signed in, so that both are steps of one page.
  for (const url of ['/sign-in', '/billing'])
    app.get(url, (_request, reply) => reply.headers(shellHeaders).send(shell()))
}

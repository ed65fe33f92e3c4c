/** Serves the hosted sign-in page: one shell and its files. Opening it does not use the link up. */
import type { FastifyInstance } from 'fastify'
import { hostFiles, shellHeaders } from './hosted-page.ts'

const shared = ['dom.ts', 'frame.ts', 'words.ts', 'style.css', 'icon.svg']

export async function signInPage(app: FastifyInstance): Promise<void> {
  const shell = hostFiles(app, { folder: 'sign-in', shared })
  // Only signed-in members buy plans, so billing is a step of the same page.
  for (const url of ['/sign-in', '/billing'])
    app.get(url, (_request, reply) => reply.headers(shellHeaders).send(shell()))
}

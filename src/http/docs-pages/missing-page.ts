/** What a browser is shown where nothing is. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from './html.ts'
import { pageHeaders, renderPage, rootedAt, type NavGroup, type Page } from './page.ts'

export function missingPage(groups: readonly NavGroup[]): Page {
  const body = html`<div class="prose">
    <h1>No such page</h1>
    <p>
      Nothing is written here. Start from the <a href="/docs">reference</a>, the
      <a href="/docs/guides">guides</a> or the <a href="/docs/errors">error codes</a>.
    </p>
  </div>`
  return { title: 'No such page', groups, body }
}

/** A person who typed an address; programs that ask for a path of the API get the envelope. */
export const isPersonAtWrongAddress = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '') && !/^\/(v1|api)(\/|$|\?)/.test(url)

export const sendMissingPage = (reply: FastifyReply, publicUrl: string): FastifyReply =>
  reply
    .code(404)
    .headers(pageHeaders)
    .send(rootedAt(publicUrl, renderPage(missingPage([]))))

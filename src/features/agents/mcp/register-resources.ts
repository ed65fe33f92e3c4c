/** Listings, stays and pages of the documentation, for clients that let people attach them. */
import { ResourceTemplate, type McpServer, type ReadResourceResult } from '@modelcontextprotocol/server'
import type { ListingDetail, ListingRow } from '../../../contract/listing.ts'
import type { ToolContext } from '../tools/agent-tool.ts'
import { readDocsPage } from '../tools/server-tools.ts'
import { readStayStory } from '../tools/stay-tools.ts'
import { ApiRefusal, callText, readApi, type AnswerPage } from '../tools/api-caller.ts'
import { outsideText, visibleText } from '../tools/outside-text.ts'

const listedListings = 25

/** Every text of a listing was written by somebody else, down to the smallest. */
function markTexts(value: unknown): unknown {
  if (typeof value === 'string') return outsideText(value)
  if (Array.isArray(value)) return value.map(markTexts)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, markTexts(part)]))
}

const asJson = (uri: URL, value: unknown): ReadResourceResult => ({
  contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(value) }],
})
const asMarkdown = (uri: URL, text: string): ReadResourceResult => ({
  contents: [{ uri: uri.href, mimeType: 'text/markdown', text }],
})

/** A variable of an address, which the client wrote. */
function variableOf(value: string | string[] | undefined, form: RegExp): string {
  const text = decodeURIComponent(Array.isArray(value) ? value.join('/') : (value ?? ''))
  if (form.test(text)) return text
  throw new ApiRefusal({ code: 'not_found', message: 'There is no such resource.' })
}
const digits = /^[0-9]{1,19}$/
const pageForm = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/

function registerListings(server: McpServer, { api }: ToolContext): void {
  const list = async () => {
    const query = { limit: listedListings, include_total: false }
    const { data } = await readApi<AnswerPage<ListingRow>>(api, '/v1/listings', query)
    return {
      resources: data.map(({ id, name }) => ({
        uri: `lodgewire://listings/${id}`,
        name: visibleText(name, 200),
        mimeType: 'application/json',
      })),
    }
  }
  server.registerResource(
    'listing',
    new ResourceTemplate('lodgewire://listings/{id}', { list }),
    {
      title: 'A listing',
      description: 'Texts, rules and channels of a listing.',
      mimeType: 'application/json',
    },
    async (uri, variables) => {
      const id = variableOf(variables['id'], digits)
      const include = 'content,details,policies'
      const { name, status, currency, channels, content, details, policies } = await readApi<ListingDetail>(
        api,
        `/v1/listings/${id}`,
        { include },
      )
      const marked = markTexts({ name, content, details, policies }) as Record<string, unknown>
      return asJson(uri, {
        id,
        status,
        currency,
        channels: channels.map(({ platform }) => platform),
        ...marked,
      })
    },
  )
}

function registerDocs(server: McpServer, { api }: ToolContext): void {
  server.registerResource(
    'docs',
    'lodgewire://docs',
    { title: 'Contents of the documentation', mimeType: 'text/markdown' },
    async (uri) => asMarkdown(uri, await callText(api, { method: 'GET', path: '/llms.txt' })),
  )
  server.registerResource(
    'docs-page',
    new ResourceTemplate('lodgewire://docs/{+page}', { list: undefined }),
    { title: 'A page of the documentation', mimeType: 'text/markdown' },
    async (uri, variables) =>
      asMarkdown(uri, await readDocsPage(api, `/docs/${variableOf(variables['page'], pageForm)}`)),
  )
}

export function registerResources(server: McpServer, context: ToolContext): void {
  registerListings(server, context)
  server.registerResource(
    'stay',
    new ResourceTemplate('lodgewire://stays/{id}', { list: undefined }),
    { title: 'A stay', description: 'The same as the tool stay_story.', mimeType: 'application/json' },
    async (uri, variables) => asJson(uri, await readStayStory(context, variableOf(variables['id'], digits))),
  )
  registerDocs(server, context)
}

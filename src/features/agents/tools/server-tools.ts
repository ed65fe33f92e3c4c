/** Tools about this server: requests, errors, limits and its documentation. */
import { Type } from 'typebox'
import { errorCodes } from '../../../contract/errors.ts'
import type { RequestStory } from '../../../contract/request-story.ts'
import type { UsageSummary } from '../../../contract/usage.ts'
import type { SearchEntry } from '../../../http/docs-pages/search-entry.ts'
import { didYouMean } from '../../../platform/did-you-mean.ts'
import { ApiRefusal, callText, readApi, type ApiCaller } from './api-caller.ts'
import { rankEntries } from './rank-entries.ts'
import { agentTool, inputOf, NumberOrNull, readOnly, TextOrNull } from './agent-tool.ts'

const longestPage = 6_000

/** Returns the Markdown of a page, cut where it would fill the context of a model. */
export async function readDocsPage(api: ApiCaller, address: string): Promise<string> {
  const markdown = await callText(api, { method: 'GET', path: `${address}.md` })
  return markdown.length <= longestPage
    ? markdown
    : `${markdown.slice(0, longestPage)}\n\n… The rest is at ${address}.`
}

async function explainCode(api: ApiCaller, code: string): Promise<string> {
  if ((errorCodes as readonly string[]).includes(code)) return readDocsPage(api, `/docs/errors/${code}`)
  const near = didYouMean(code, errorCodes)
  throw new ApiRefusal({
    code: 'not_found',
    message: 'There is no such error code.',
    fix: near === undefined ? 'Look for it with search_docs.' : `Did you mean ${near}?`,
  })
}

const explain = agentTool({
  name: 'explain',
  title: 'Explain a request or an error',
  description:
    'What one request was, what it was answered and where it failed (request_id), or what an error code means and how to fix it (error_code).',
  hints: readOnly,
  input: inputOf({
    request_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_.-]{1,128}$' })),
    error_code: Type.Optional(Type.String({ pattern: '^[a-z0-9_]{1,60}$' })),
  }),
  output: Type.Object({
    request: Type.Optional(
      Type.Object({
        operation: Type.String(),
        method: Type.String(),
        path: Type.String(),
        status: Type.Integer(),
        error_code: TextOrNull,
        at: Type.String(),
        ms: Type.Number(),
        limit_hit: TextOrNull,
        vendor_calls: Type.Array(Type.String()),
        events: Type.Integer(),
      }),
    ),
    error: TextOrNull,
  }),
  async run({ api }, { request_id, error_code }) {
    if (request_id === undefined && error_code === undefined)
      throw new ApiRefusal({ code: 'invalid_params', message: 'Name a request_id or an error_code.' })
    if (request_id === undefined) return { error: await explainCode(api, error_code ?? '') }
    const story = await readApi<RequestStory>(api, `/v1/requests/${request_id}`)
    const code = error_code ?? story.errorCode
    return {
      request: {
        operation: story.operationId,
        method: story.method,
        path: story.path,
        status: story.statusCode,
        error_code: story.errorCode,
        at: story.createdAt,
        ms: story.latencyMs,
        limit_hit: story.limits?.firstHit ?? null,
        vendor_calls: (story.upstream?.calls ?? [])
          .slice(0, 10)
          .map(({ method, host, path, status, failure }) => `${method} ${host}${path}: ${failure ?? status}`),
        events: story.eventCount,
      },
      // The request is worth telling of without the page.
      error: code === null ? null : await explainCode(api, code).catch(() => null),
    }
  },
})

const usage = agentTool({
  name: 'usage',
  title: 'Usage and limits',
  description:
    'Requests used and left of the plan, when that resets, and the operations that were called most or failed.',
  hints: readOnly,
  input: inputOf({
    range: Type.Optional(Type.Union([Type.Literal('7d'), Type.Literal('30d'), Type.Literal('90d')])),
  }),
  output: Type.Object({
    plan: Type.String(),
    used_today: Type.Integer(),
    left_today: NumberOrNull,
    used_this_month: Type.Integer(),
    left_this_month: NumberOrNull,
    month_resets_at: Type.String(),
    active_listings: Type.Integer(),
    listing_limit: NumberOrNull,
    operations: Type.Array(
      Type.Object({ operation: Type.String(), requests: Type.Integer(), errors: Type.Integer() }),
    ),
  }),
  async run({ api }, { range = '7d' }) {
    const summary = await readApi<UsageSummary>(api, '/v1/usage/summary', { range })
    return {
      plan: summary.tier,
      used_today: summary.used.daily,
      left_today: summary.remaining.daily,
      used_this_month: summary.used.monthly,
      left_this_month: summary.remaining.monthly,
      month_resets_at: summary.resetsAt,
      active_listings: summary.used.activeListings,
      listing_limit: summary.limits.activeListings,
      operations: summary.breakdown.slice(0, 10).map(({ operationId, requestCount, errorCount }) => ({
        operation: operationId,
        requests: requestCount,
        errors: errorCount,
      })),
    }
  },
})

const usualResults = 5

const searchDocs = agentTool({
  name: 'search_docs',
  title: 'Search the documentation',
  description:
    'Guides, operations, fields, events and errors of this server by words (query), or one page as Markdown (page, an address from a result).',
  hints: readOnly,
  input: inputOf({
    query: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    page: Type.Optional(Type.String({ pattern: '^/docs(/[A-Za-z0-9_-]+)*(#.*)?$' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  }),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        kind: Type.String(),
        title: Type.String(),
        of: Type.String(),
        page: Type.String(),
        text: Type.String(),
      }),
    ),
    markdown: TextOrNull,
  }),
  async run({ api }, { query, page, limit = usualResults }) {
    if (query === undefined && page === undefined)
      throw new ApiRefusal({ code: 'invalid_params', message: 'Give a query or a page.' })
    const results =
      query === undefined ? [] : rankEntries(await readApi<SearchEntry[]>(api, '/docs/search.json'), query)
    return {
      results: results.slice(0, limit).map(({ kind, title, of, href, text }) => ({
        kind,
        title,
        of,
        page: href.replace(/^.*?(?=\/docs)/, ''),
        text: text.slice(0, 300),
      })),
      markdown: page === undefined ? null : await readDocsPage(api, page.replace(/#.*/, '')),
    }
  },
})

export const serverTools = [explain, usage, searchDocs]

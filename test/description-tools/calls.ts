/** One call by each generated client; prints what each was answered. */
import createClient from 'openapi-fetch'
import { listListings as listWithHeyApi } from './hey-api/sdk.gen'
import { listListings as listWithOrval } from './orval/api'
import type { paths } from './openapi-typescript/schema'

declare const process: { argv: string[] }
const [, , baseUrl = '', key = ''] = process.argv
const headers = { authorization: `Bearer ${key}` }
const query = { limit: 2 }

async function callAll() {
  const typed = await createClient<paths>({ baseUrl, headers }).GET('/v1/listings', { params: { query } })
  const heyApi = await listWithHeyApi({ baseUrl, headers, query })
  // Its functions have the address of the server from the description.
  const orval = await listWithOrval(query, { headers })
  const ids = (page: { data: { id: string }[] } | undefined) => page?.data.map(({ id }) => id)
  return {
    'openapi-typescript': ids(typed.data),
    'hey-api': ids(heyApi.data),
    orval: orval.status === 200 ? ids(orval.data) : undefined,
  }
}

void callAll().then((ids) => console.log(JSON.stringify(ids)))

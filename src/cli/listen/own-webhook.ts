/**
 * The subscription that `listen` has at the server. Its address does not exist, so only test events are addressed to
 * it, which `listen` reads from its deliveries. Its secret is kept, so receivers need it only once.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createWebhookSecret } from '../../features/webhooks/public.ts'
import { call, RequestRefusedError, type ApiAccess } from '../api.ts'

/** No name below `.invalid` ever resolves (RFC 2606). */
const address = 'https://lodgewire-listen.invalid/'
export const listenDescription = 'lodgewire listen'

interface StoredWebhook {
  /** Null if the server keeps no webhook for this command. */
  webhookId: string | null
  secret: string
}
export interface OwnWebhook extends StoredWebhook {
  /** Why test events do not come; null if they do. */
  without: string | null
}

const fileOf = (dataDir: string) => path.join(dataDir, 'lodgewire.listen.json')

function readKept(dataDir: string): Record<string, StoredWebhook> {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Record<string, StoredWebhook>
  } catch {
    return {}
  }
}

/** If the folder is not writable, the next run just has a new secret. */
function keep(dataDir: string, name: string, webhook: StoredWebhook): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    const draft = `${fileOf(dataDir)}.new`
    writeFileSync(draft, `${JSON.stringify({ ...readKept(dataDir), [name]: webhook }, null, 2)}\n`, {
      mode: 0o600,
    })
    renameSync(draft, fileOf(dataDir))
  } catch {
    return
  }
}

/** Identifies server and key without storing the key itself. */
const nameOf = ({ baseUrl, key }: ApiAccess) =>
  `${baseUrl} ${createHash('sha256').update(key).digest('hex').slice(0, 16)}`

export async function ownWebhook(api: ApiAccess, dataDir: string): Promise<OwnWebhook> {
  const kept = readKept(dataDir)[nameOf(api)]
  try {
    const found = (kept && (await stillThere(api, kept))) ?? (await taken(api)) ?? (await made(api))
    if (found !== kept) keep(dataDir, nameOf(api), found)
    return { ...found, without: null }
  } catch (error) {
    if (!(error instanceof RequestRefusedError)) throw error
    const found = { webhookId: null, secret: kept?.secret ?? createWebhookSecret() }
    keep(dataDir, nameOf(api), found)
    return { ...found, without: error.message }
  }
}

async function stillThere(api: ApiAccess, webhook: StoredWebhook): Promise<StoredWebhook | undefined> {
  if (webhook.webhookId === null) return undefined
  try {
    await call(api, 'GET', `/v1/webhooks/${webhook.webhookId}`)
    return webhook
  } catch (error) {
    if (error instanceof RequestRefusedError && error.status === 404) return undefined
    throw error
  }
}

export interface ListedWebhook {
  id: string
  url: string
  description: string | null
  events: string[]
  status: string
}

export async function webhooksOf(api: ApiAccess): Promise<ListedWebhook[]> {
  const { data } = await call<{ data: ListedWebhook[] }>(api, 'GET', '/v1/webhooks?limit=100')
  return data
}

/** Takes over an earlier webhook whose secret is not known here any more. */
async function taken(api: ApiAccess): Promise<StoredWebhook | undefined> {
  const found = (await webhooksOf(api)).find(({ description }) => description === listenDescription)
  if (!found) return undefined
  const { secret } = await call<{ secret: string }>(api, 'POST', `/v1/webhooks/${found.id}/rotate-secret`)
  return { webhookId: found.id, secret }
}

async function made(api: ApiAccess): Promise<StoredWebhook> {
  const body = { url: address, events: ['repull.ping'], description: listenDescription }
  const { id, secret } = await call<{ id: string; secret: string }>(api, 'POST', '/v1/webhooks', { body })
  return { webhookId: id, secret }
}

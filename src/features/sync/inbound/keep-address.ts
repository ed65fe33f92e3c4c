/**
 * Enters the one address at vendors that take it by API, and fetches notices they could not deliver. Any connected
 * account lends its client, since the vendor knows only the server's own access.
 */
import type { Connector } from '../../../connector-kit/connector.ts'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { createLocks, type Locks } from '../../../platform/locks.ts'
import type { Services } from '../../../services.ts'
import { callConnection, connectionAccess } from '../../../upstream/access.ts'
import { appWebhookUrl } from './app-address.ts'
import { acceptNews } from './accept-news.ts'
import { anyConnection } from './queries.ts'

const everyMs = 10 * 60_000
/** The vendor lists accepted notices again until it forgets them. */
const mostRemembered = 10_000

export function startAddressKeeping(services: Services): BackgroundLoop {
  const { log, pool } = services
  const taken = new Set<string>()
  const locks = createLocks({ pool, log })
  const loop = startLoop(
    { everyMs, log, failed: 'addresses of vendors could not be looked after', firstAfterMs: 5_000 },
    async () => {
      for (const connector of Object.values(services.connectors)) {
        const provider = connector.manifest.id
        await keepAddress(services, connector, { taken, locks }).catch((error: unknown) =>
          log.warn({ err: error, provider }, 'the address of a vendor could not be looked after'),
        )
      }
    },
  )
  return {
    wake: () => loop.wake(),
    stop: async () => {
      await loop.stop()
      await locks.close()
    },
  }
}

/** Returns how many undelivered notices were taken. */
export async function keepAddress(
  services: Services,
  connector: Connector,
  { taken, locks }: { taken: Set<string>; locks: Locks },
): Promise<number> {
  const provider = connector.manifest.id
  const keep = connector.appWebhook?.keep
  if (!keep || !isReachable(services, provider)) return 0
  const lender = await anyConnection(services.db, provider)
  const access =
    lender && (await connectionAccess(services, { workspaceId: lender.workspaceId }, lender.connectionId))
  const name = `address of ${provider}`
  if (!access || !(await locks.tryLock(name))) return 0
  try {
    const { vault, publicUrl } = services
    const wish = {
      url: appWebhookUrl(vault, publicUrl, provider),
      apiKey: vault.sign('app webhook', `${provider} key`),
    }
    const notices = await callConnection(access, (context) => keep(context, wish), undefined, 'history')
    const fresh = notices.filter(({ id }) => !taken.has(id))
    for (const { id, news } of fresh) {
      await acceptNews(services, provider, news)
      if (taken.size >= mostRemembered) taken.clear()
      taken.add(id)
    }
    return fresh.length
  } finally {
    await locks.unlock(name)
  }
}

/** A vendor delivers to public addresses only; a simulator beside the server reaches any. */
const isReachable = ({ publicUrl, config }: Services, provider: string): boolean =>
  publicUrl.startsWith('https:') || config.vendorBaseUrls.has(provider)

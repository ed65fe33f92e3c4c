import { existsSync } from 'node:fs'
import path from 'node:path'
import { joinPartners } from '../../connector-kit/partnership.ts'
import { connectors } from '../../connectors/index.ts'
import { appWebhookUrl } from '../../features/sync/public.ts'
import { derivePublicUrl, type Config } from '../../platform/config.ts'
import { partnersOf } from '../../platform/settings/partner-settings.ts'
import { createVault } from '../../platform/crypto.ts'
import { keyFileName, loadKeyRing } from '../../platform/key-file.ts'
import { ok, type DoctorCheck } from './finding.ts'

/** Only here these addresses are shown, since anybody who knows one can query availability and cause readings. */
export const appWebhooksCheck: DoctorCheck = {
  name: 'channel webhooks',
  async run(config) {
    const joined = Object.values(joinPartners(connectors, partnersOf(config), config.vendorBaseUrls))
    const channels = joined.filter(({ appWebhook }) => appWebhook !== undefined)
    if (channels.length === 0) return [ok('none: no channel is set up')]
    if (!hasKey(config)) return [ok('their addresses are made on the first start')]
    const vault = createVault(await loadKeyRing(config))
    const publicUrl = config.publicUrl ?? derivePublicUrl(config.host, config.port)
    return channels.map(({ manifest }) =>
      ok(`${manifest.displayName} sends to ${appWebhookUrl(vault, publicUrl, manifest.id)}`),
    )
  },
}

const hasKey = ({ encryptionKey, dataDir }: Config) =>
  encryptionKey !== undefined || existsSync(path.join(dataDir, keyFileName))

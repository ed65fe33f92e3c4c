/** Callers who need more than their plan allows are sent here. */
import { isBillingOn } from '../../platform/settings/billing-settings.ts'
import type { Config } from '../../platform/config.ts'

export interface UpgradeTarget {
  config: Pick<Config, 'upgradeUrl' | 'stripeSecretKey' | 'stripePrices'>
  readonly publicUrl: string
}

/** Returns the operator's page, else this server's billing page, else the guide that says whom to ask. */
export const buildUpgradeUrl = ({ config, publicUrl }: UpgradeTarget): string =>
  config.upgradeUrl ?? `${publicUrl}/${isBillingOn(config) ? 'billing' : 'docs/guides/plans'}`

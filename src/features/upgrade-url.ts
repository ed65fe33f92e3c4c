/** Where whoever needs more than the plan allows is sent. */
import { isBillingOn } from '../platform/config-billing.ts'
import type { Config } from '../platform/config.ts'

export interface UpgradeTarget {
  config: Pick<Config, 'upgradeUrl' | 'stripeSecretKey' | 'stripePrices'>
  readonly publicUrl: string
}

/** The operator's page, or that of this server where plans are bought; where none are, the one that says whom to ask. */
export const buildUpgradeUrl = ({ config, publicUrl }: UpgradeTarget): string =>
  config.upgradeUrl ?? `${publicUrl}/${isBillingOn(config) ? 'billing' : 'docs/guides/plans'}`

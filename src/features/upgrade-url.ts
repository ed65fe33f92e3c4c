/** Where whoever needs more than the plan allows is sent. */
import type { Config } from '../platform/config.ts'

export interface UpgradePlace {
  config: Pick<Config, 'upgradeUrl'>
  readonly publicUrl: string
}

/** The operator's page, or the page of this server that says whom to ask. */
export const upgradeUrlOf = ({ config, publicUrl }: UpgradePlace): string =>
  config.upgradeUrl ?? `${publicUrl}/docs/upgrade`

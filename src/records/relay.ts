/** Tells providers that are channels from those that are PMSs between this server and a channel. */
import { channelNames } from '../contract/shared.ts'

export const isChannelName = (provider: string): boolean =>
  (channelNames as readonly string[]).includes(provider)

/** Returns the PMS in between, or null for a channel. */
export const relayOf = (provider: string): string | null => (isChannelName(provider) ? null : provider)

/** Answers have the field `pms` if a PMS carried the work out. */
export const toPmsField = <P extends { provider: string }>(done: P): { pms?: P } =>
  isChannelName(done.provider) ? {} : { pms: done }

/** What comes and goes through a PMS, and what a channel tells and is told itself. Pure. */
import { channelNames } from '../contract/shared.ts'

export const isChannelName = (provider: string): boolean =>
  (channelNames as readonly string[]).includes(provider)

/** The PMS in between; null: there is none. */
export const relayOf = (provider: string): string | null => (isChannelName(provider) ? null : provider)

/** `pms` of an answer, where a PMS carried it out. */
export const toPmsField = <P extends { provider: string }>(done: P): { pms?: P } =>
  isChannelName(done.provider) ? {} : { pms: done }

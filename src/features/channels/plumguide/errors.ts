/** Errors of Plum Guide, as its routes word them. */
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { unsupportedWrite, vendorFailure } from '../../../upstream/errors.ts'
import { channelVoice } from '../engine/channel-voice.ts'
import { provider } from './provider.ts'

/** Errors of every call to Plum Guide made during a request. */
export const callErrors = [
  'no_connection',
  'connection_reauth_required',
  'channel_not_supported',
  'channel_rejected',
  'channel_action_unavailable',
] as const

export const { write: asPlum, notConnectedError } = channelVoice(provider)

export const notSupportedError = (subject: string) =>
  unsupportedWrite(provider, `This account of Plum Guide lets nobody ${subject} from here.`)

/** Runs work that calls Plum Guide. The calls are idempotent, so one of unknown outcome may be repeated. */
export async function callPlum<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof VendorError ? vendorFailure(error, provider, 'home') : error
  }
}

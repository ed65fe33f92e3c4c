/** Errors of writes to Airbnb, as its routes word them. */
import type { ApiError } from '../../../platform/api-error.ts'
import { renderInChannelWords } from '../channel-words.ts'
import { channelVoice } from '../engine/channel-voice.ts'
import { provider } from './accounts.ts'

/** Errors of every write to Airbnb. */
export const writeErrors = [
  'listing_inactive',
  'insufficient_access',
  'connection_reauth_required',
  'no_connection',
  'airbnb_rejected',
  'airbnb_rate_limited',
  'airbnb_error',
] as const

export const { write: asAirbnb, read: readAsAirbnb, notConnectedError } = channelVoice(provider)

/** An error reworded for these routes, for callers that add to it. */
export const inAirbnbWords = (error: ApiError): ApiError => renderInChannelWords(provider, error)

/** Errors of writes to Vrbo, as its routes word them. */
import { channelVoice } from '../engine/channel-voice.ts'

/** Errors of every write to Vrbo. */
export const writeErrors = [
  'listing_inactive',
  'connection_reauth_required',
  'no_connection',
  'pms_writes_off',
  'invalid_state',
  'channel_not_supported',
  'channel_rejected',
  'channel_action_unavailable',
] as const

export const { write: asVrbo, read: readAsVrbo } = channelVoice('vrbo')

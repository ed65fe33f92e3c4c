/** Actions on sent messages; Airbnb has no known call for any (docs/internals/channel-writes.md). */
import { airbnbMessageActions, type AirbnbMessageActionBody } from '../../../contract/channel-airbnb-inbox.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { provider } from './accounts.ts'
import { actionIn } from './parse-action.ts'

type MessageAction = (typeof airbnbMessageActions)[number]

/** The field an action needs; any other is refused. */
const needs: Record<MessageAction, 'message' | 'reaction' | null> = {
  edit: 'message',
  unsend: null,
  read: null,
  react: 'reaction',
}

/** Throws `invalid_action` or `invalid_body`, and `channel_not_supported` for a valid action. */
export function refuseAction(body: AirbnbMessageActionBody): never {
  const action = actionIn(body.action, airbnbMessageActions)
  for (const field of ['message', 'reaction'] as const) {
    const isNeeded = needs[action] === field
    if (isNeeded === (body[field] !== undefined)) continue
    const rule = isNeeded ? 'is required with' : 'does not go with'
    throw new ApiError('invalid_body', `\`${field}\` ${rule} \`${action}\`.`, { field })
  }
  throw new ApiError(
    'channel_not_supported',
    `Airbnb offers partners no known way to \`${action}\` a message.`,
    { channel: provider },
    { fix: 'Do it on Airbnb itself; to correct a message send another one.' },
  )
}

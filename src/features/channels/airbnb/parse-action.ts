/** Parses an action on a booking. Pure. */
import {
  airbnbCancelReasons,
  airbnbDeclineReasons,
  airbnbReservationActions,
  type AirbnbReservationAction,
  type AirbnbReservationActionBody,
} from '../../../contract/channel-airbnb.ts'
import { ApiError } from '../../../platform/api-error.ts'

type AirbnbDeclineReason = (typeof airbnbDeclineReasons)[number]
type AirbnbCancelReason = (typeof airbnbCancelReasons)[number]

export type ReservationAction =
  | { action: 'accept' }
  | { action: 'decline'; reason: AirbnbDeclineReason; message: string }
  | { action: 'cancel'; reason: AirbnbCancelReason }

/** Fields an action may have beside its reason; any other is refused. */
const fields: Record<AirbnbReservationAction, readonly ('reason' | 'message')[]> = {
  accept: [],
  decline: ['reason', 'message'],
  cancel: ['reason'],
}

export function actionIn<const A extends readonly string[]>(action: string, offered: A): A[number] {
  const found = offered.find((name) => name === action)
  if (found !== undefined) return found
  throw new ApiError('invalid_action', `\`action\` knows ${offered.join(', ')}.`, {
    field: 'action',
    value_received: action.slice(0, 200),
    valid_values: [...offered],
  })
}

function reasonIn<const R extends readonly string[]>(
  action: AirbnbReservationAction,
  reason: string | undefined,
  offered: R,
): R[number] {
  const found = offered.find((name) => name === reason)
  if (found !== undefined) return found
  const [problem, received] =
    reason === undefined
      ? ['is required with', {}]
      : ['is not one that goes with', { value_received: reason.slice(0, 200) }]
  throw new ApiError('invalid_body', `\`reason\` ${problem} \`${action}\`.`, {
    field: 'reason',
    ...received,
    valid_values: [...offered],
  })
}

/** Throws `invalid_action` or `invalid_body`. */
export function parseAction(body: AirbnbReservationActionBody): ReservationAction {
  const action = actionIn(body.action, airbnbReservationActions)
  for (const field of ['reason', 'message'] as const) {
    if (body[field] !== undefined && !fields[action].includes(field))
      throw new ApiError('invalid_body', `\`${field}\` does not go with \`${action}\`.`, { field })
  }
  if (action === 'accept') return { action }
  if (action === 'cancel') return { action, reason: reasonIn(action, body.reason, airbnbCancelReasons) }
  const reason = reasonIn(action, body.reason, airbnbDeclineReasons)
  if (body.message === undefined)
    throw new ApiError('invalid_body', '`message` is required with `decline`.', { field: 'message' })
  return { action, reason, message: body.message }
}

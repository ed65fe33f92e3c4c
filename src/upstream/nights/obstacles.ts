/** An account's nights show why nothing can be sent to it now. */
import { accessNotGranted, type MissingAccess } from '../granted.ts'

export interface PushObstacle {
  code: string
  message: string
}

export const reconnectObstacle: PushObstacle = {
  code: 'reauth_required',
  message: 'The account has to be connected again before anything can be sent.',
}

export const accessObstacle = (lacking: MissingAccess): PushObstacle => ({
  code: 'insufficient_access',
  message: accessNotGranted(lacking),
})

/** Shown for an account that is no longer connected. */
export const goneMessage = 'The account is not connected any more.'

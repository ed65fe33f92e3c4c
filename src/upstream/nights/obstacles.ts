/** Why nothing is sent to an account for now, as it stands with its nights. */
import { notAllowed, type MissingAccess } from '../granted.ts'

export interface Obstacle {
  code: string
  message: string
}

export const reconnectFirst: Obstacle = {
  code: 'reauth_required',
  message: 'The account has to be connected again before anything can be sent.',
}

export const lackingAccess = (lacking: MissingAccess): Obstacle => ({
  code: 'insufficient_access',
  message: notAllowed(lacking),
})

/** Of an account that is not connected any more. */
export const goneMessage = 'The account is not connected any more.'

/** A new connection reports as news nothing that was there before it. */

export interface NewsConnection {
  /** Since when the account is connected. */
  connectedAt: Date
  /** Whether its first import is not finished yet. */
  importing: boolean
}

/** Sources give times in seconds, so anything in the second of connecting counts as after it. */
const connectedSecond = ({ connectedAt }: NewsConnection) => Math.floor(connectedAt.getTime() / 1000) * 1000

/** A booking found by a first import is news only if it was made after the account was connected. */
export function isBookingNews(bookedAt: string | null | undefined, connected: NewsConnection): boolean {
  if (!connected.importing) return true
  return bookedAt != null && Date.parse(bookedAt) >= connectedSecond(connected)
}

/** A message is news only if it was sent after the account was connected, whenever it is found. */
export function isMessageNews(sentAt: string, connected: NewsConnection): boolean {
  return Date.parse(sentAt) >= connectedSecond(connected)
}

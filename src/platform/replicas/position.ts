/**
 * A moment in the changes of a workspace's records. Every change takes the workspace's head row, and a replica follows in the order of
 * commits; so who has this head has everything that was committed before.
 */
export interface RecordPosition {
  workspaceId: string
  /** Told from every other state of the head row. */
  head: string
  /** Later for each change of the workspace. */
  writtenAt: Date
}

/** A place in the log of PostgreSQL, as `16/B374D848`: how many bytes were written before it. */
export function bytesBefore(place: string): bigint {
  const [, high = '', low = ''] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(place) ?? []
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

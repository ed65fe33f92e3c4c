/**
 * Names a position in the changes of a workspace. Every change updates the head row and replicas replay in
 * commit order, so a replica with this head has every earlier change.
 */
export interface RecordPosition {
  workspaceId: string
  /** Identifies this state of the head row. */
  head: string
  /** Each change of the workspace has a later time. */
  writtenAt: Date
}

/** Converts a PostgreSQL log position such as `16/B374D848` to bytes. */
export function bytesBefore(place: string): bigint {
  const [, high = '', low = ''] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(place) ?? []
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

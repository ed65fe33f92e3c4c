/**
 * Tells whether an error names this table or key. A worker of Citus adds the number of the shard, as in `sold_nights_pkey_102008`.
 */
export function isNameOnShard(given: string | undefined, name: string): boolean {
  if (given === name) return true
  return given?.startsWith(`${name}_`) === true && /^\d+$/.test(given.slice(name.length + 1))
}

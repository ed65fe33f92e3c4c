/** Idempotency keys: a write whose answer was lost is sent again under the key it had. */

/** Tells one write from another: its method, address, side and body. */
const writeOf = async (request: Request, side: string): Promise<string> =>
  JSON.stringify([request.method, request.url, side, await request.clone().text()])

/** Keys of the writes that are under way, or of which nobody knows whether they arrived. */
const keys = new Map<string, string>()

/** The same key for the same write, until it is settled. */
export async function keyOfWrite(request: Request, side: string): Promise<string> {
  const write = await writeOf(request, side)
  const key = keys.get(write) ?? crypto.randomUUID()
  keys.set(write, key)
  return key
}

/** After an answer that settles the write, the same body would be another write. */
export function settleWriteKey(settled: string): void {
  for (const [write, key] of keys) if (key === settled) keys.delete(write)
}

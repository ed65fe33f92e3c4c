/** How a service of the settings is spoken to by its client library: at that address alone, and no more of an answer than anybody needs. */

const mostBytes = 4 * 1024 * 1024

async function wholeBody(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > mostBytes) throw new Error(`the service answered more than ${mostBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Read to the end here, so that the time limit of the call holds for the body too; another address would be sent the key. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (response.body === null) return response
  const { status, statusText, headers } = response
  const body = await wholeBody(response.body)
  const kept = new Headers(headers)
  // The body is plain here.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name)
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, statusText, headers: kept })
}

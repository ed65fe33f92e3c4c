/** Vendors' client libraries get this `fetch`, which limits the answer's size and follows no redirect. */

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

/** The body is read here, so that the call's time limit covers it. Redirects are refused, as they would get the key. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (response.body === null) return response
  const { status, statusText, headers } = response
  const body = await wholeBody(response.body)
  const ownHeaders = new Headers(headers)
  // The body is already decoded.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) ownHeaders.delete(name)
  return new Response(body.length === 0 ? null : new Uint8Array(body), {
    status,
    statusText,
    headers: ownHeaders,
  })
}

/** Downloads a file from an address that a customer gave. Every redirect's target is checked like the first. */
import { OutboundTimeout, type Outbound, type OutboundAnswer } from './client.ts'

export interface Download {
  url: string
  timeoutMs: number
  maxBytes: number
}

export class DownloadFailed extends Error {
  override name = 'DownloadFailed'
  readonly why: 'status' | 'empty' | 'too_large' | 'broken' | 'timeout' | 'redirects'
  readonly status: number | undefined
  constructor(
    why: DownloadFailed['why'],
    message: string,
    options: { status?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.why = why
    this.status = options.status
  }
}

const mostRedirects = 5
const redirects = new Set([301, 302, 303, 307, 308])

/** Follows redirects and checks each target. Throws `TargetRefused` or `DownloadFailed`. */
export async function follow(
  outbound: Outbound,
  { url, timeoutMs, maxBytes, headers = {} }: Download & { headers?: Record<string, string> },
): Promise<OutboundAnswer> {
  const end = performance.now() + timeoutMs
  let target = url
  for (let step = 0; step <= mostRedirects; step += 1) {
    const left = Math.ceil(end - performance.now())
    if (left <= 0) throw new DownloadFailed('timeout', `no answer within ${timeoutMs / 1000} s`)
    const answer = await outbound
      .send({
        url: target,
        method: 'GET',
        headers: { accept: '*/*', 'user-agent': userAgent, ...headers },
        timeoutMs: left,
        maxBodyBytes: maxBytes,
      })
      .catch((error: unknown) => {
        throw error instanceof OutboundTimeout
          ? new DownloadFailed('timeout', error.message, { cause: error })
          : isNetwork(error)
            ? new DownloadFailed('broken', (error as Error).message, { cause: error })
            : error
      })
    const next = redirects.has(answer.status) ? [answer.headers['location']].flat()[0] : undefined
    if (next === undefined) return answer
    target = URL.parse(next, target)?.href ?? next
  }
  throw new DownloadFailed('redirects', `it redirects more than ${mostRedirects} times`)
}

/** Returns the bytes. Throws `TargetRefused` for a forbidden address, else `DownloadFailed`. */
export async function download(outbound: Outbound, request: Download): Promise<Buffer> {
  return wholeBody(await follow(outbound, request), request.maxBytes)
}

/** Throws `DownloadFailed` unless the answer was complete. */
export function wholeBody(answer: OutboundAnswer, maxBytes: number): Buffer {
  if (answer.status < 200 || answer.status >= 300)
    throw new DownloadFailed('status', `it answered ${answer.status}`, { status: answer.status })
  if (answer.body.length === 0) throw new DownloadFailed('empty', 'it is empty')
  if (!answer.cut) return answer.body
  if (answer.body.length >= maxBytes)
    throw new DownloadFailed('too_large', `it has more than ${maxBytes} bytes`)
  throw new DownloadFailed('broken', 'the connection broke off before its end')
}

const isNetwork = (error: unknown) => error instanceof Error && error.name !== 'TargetRefused'
import { userAgent } from '../version.ts'

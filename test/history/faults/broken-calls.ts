/** Stands between callers and servers, and breaks what the callers see. */

export interface PassingCall {
  method: string
  path: string
  body: string
  /** Sends the call on, without its key if `withKey` is false. */
  forward(options?: { withKey?: boolean }): Promise<Response>
}

/** Answers the call, or returns null to leave it alone. */
export type CallFault = (call: PassingCall) => Promise<Response> | null

export interface BrokenCalls {
  fault: CallFault | null
  /** Gives `fetch` back. */
  stop(): void
}

/** Begin it before calls are recorded, so that the recorder sees what is broken. */
export function breakCalls(origin: string): BrokenCalls {
  const real = globalThis.fetch
  const broken: BrokenCalls = {
    fault: null,
    stop() {
      globalThis.fetch = real
    },
  }
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (!address.startsWith(origin)) return real(input, init)
    const call: PassingCall = {
      method: init?.method ?? 'GET',
      path: address.slice(origin.length),
      body: typeof init?.body === 'string' ? init.body : '',
      forward({ withKey = true } = {}) {
        const headers = new Headers(init?.headers)
        if (!withKey) headers.delete('idempotency-key')
        // An answer that is to be changed has to come with a body.
        headers.delete('if-none-match')
        return real(input, { ...init, headers })
      },
    }
    return broken.fault?.(call) ?? real(input, init)
  }
  return broken
}

/** Answers what the call would be answered, changed. */
export async function changeAnswer<T>(call: PassingCall, change: (answer: T) => unknown): Promise<Response> {
  const answer = await call.forward()
  return Response.json(change((await answer.json()) as T), { status: answer.status })
}

/** The vendor's own records; what is in them is the vendor's business. */
export type VendorRow = Record<string, unknown> & { id: number | string }

export interface SimulatorState {
  listings: VendorRow[]
  reservations: VendorRow[]
  conversations: VendorRow[]
  messages: VendorRow[]
  reviews: VendorRow[]
}

export interface SimulatorCall {
  time: string
  method: string
  path: string
  status: number | null
}

/** The control interface that every simulator has. */
export class Control {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  state(): Promise<SimulatorState> {
    return this.#send('GET', '/state')
  }

  book(fields: object = {}): Promise<VendorRow> {
    return this.#send('POST', '/reservations', fields)
  }

  change(id: string, fields: object): Promise<VendorRow> {
    return this.#send('PATCH', `/reservations/${id}`, fields)
  }

  cancel(id: string): Promise<VendorRow> {
    return this.#send('POST', `/reservations/${id}/cancel`, {})
  }

  erase(id: string): Promise<void> {
    return this.#send('DELETE', `/reservations/${id}`)
  }

  write(message: object): Promise<VendorRow> {
    return this.#send('POST', '/messages', message)
  }

  /** For vendors whose webhooks are set up by a person, not by API. */
  webhook(url: string): Promise<void> {
    return this.#send('PUT', '/webhook', { url })
  }

  fault(
    kind: string,
    bound: { count: number } | { seconds: number },
    where: { path?: string; method?: string } = {},
  ): Promise<void> {
    return this.#send('POST', '/faults', { kind, ...bound, ...where })
  }

  clearFaults(): Promise<void> {
    return this.#send('DELETE', '/faults')
  }

  async calls(): Promise<SimulatorCall[]> {
    return (await this.#send<{ calls: SimulatorCall[] }>('GET', '/calls')).calls
  }

  clearCalls(): Promise<void> {
    return this.#send('DELETE', '/calls')
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.#url + path, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`control ${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
}

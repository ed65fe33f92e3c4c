/** The suite treats the vendor's own records as opaque. */
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
  /** The fault that struck this call. */
  fault?: string
}

/** Some vendors' bookings are several stays, or have another id than their stay. */
export interface StaysOfRows {
  /** Returns the ids of a row's stays; a cancelled row may have none that the vendor lists. */
  idsOf(row: VendorRow): string[]
  /** Returns the id of the row that a stay belongs to. */
  rowOf(stayId: string): string
}

const alike: StaysOfRows = { idsOf: ({ id }) => [String(id)], rowOf: (id) => id }

/** Every simulator has this control interface. */
export class Control {
  readonly #url: string
  readonly #stays: StaysOfRows

  constructor(url: string, stays: StaysOfRows = alike) {
    this.#url = url
    this.#stays = stays
  }

  async state(): Promise<SimulatorState> {
    const state = await this.#send<SimulatorState>('GET', '/state')
    const stays = state.reservations.flatMap((row) => this.#stays.idsOf(row).map((id) => ({ ...row, id })))
    return { ...state, reservations: stays }
  }

  async book(fields: object = {}): Promise<VendorRow> {
    return this.#stay(await this.#send('POST', '/reservations', fields))
  }

  async change(id: string, fields: object): Promise<VendorRow> {
    return this.#stay(await this.#send('PATCH', `/reservations/${this.#stays.rowOf(id)}`, fields))
  }

  async cancel(id: string): Promise<VendorRow> {
    return this.#stay(await this.#send('POST', `/reservations/${this.#stays.rowOf(id)}/cancel`, {}))
  }

  erase(id: string): Promise<void> {
    return this.#send('DELETE', `/reservations/${this.#stays.rowOf(id)}`)
  }

  /** A row counts under the id of its first stay. */
  #stay(row: VendorRow): VendorRow {
    return { ...row, id: this.#stays.idsOf(row)[0] ?? row.id }
  }

  write(message: object): Promise<VendorRow> {
    return this.#send('POST', '/messages', message)
  }

  /** At some vendors a person sets up webhooks, because the API has no call for it. */
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

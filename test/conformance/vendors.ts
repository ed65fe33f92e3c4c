/** Which of the descriptions tell about a vendor, and how their paths lie under its simulator's. */
export interface VendorDescription {
  file: string
  /** What stands before the description's paths at the simulator. */
  prefix: string
}

export const descriptions: Readonly<Record<string, readonly VendorDescription[]>> = {
  apaleo: [{ file: 'apaleo.reconstructed.json', prefix: '' }],
  beds24: [{ file: 'beds24.json', prefix: '/v2' }],
  bookingsync: [{ file: 'bookingsync.reconstructed.json', prefix: '/api/v3' }],
  cloudbeds: [{ file: 'cloudbeds-pms-v1.3.yaml', prefix: '/api/v1.3' }],
  guesty: [{ file: 'guesty.json', prefix: '/v1' }],
  hospitable: [{ file: 'hospitable.json', prefix: '/v2' }],
  hostaway: [{ file: 'hostaway.reconstructed.json', prefix: '/v1' }],
  hostex: [{ file: 'hostex.json', prefix: '/v3' }],
  lodgify: [
    { file: 'lodgify-v1.json', prefix: '' },
    { file: 'lodgify-v2.json', prefix: '' },
  ],
  mews: [{ file: 'mews-connector.reconstructed.json', prefix: '' }],
  ownerrez: [{ file: 'ownerrez.json', prefix: '/v2' }],
  track: [{ file: 'track.json', prefix: '/api' }],
  // Their documentation is not published in a form that can be read by machine.
  channex: [],
  hostfully: [],
  smoobu: [],
  uplisting: [],
}

/** These vendors take whole amounts only for a night. */
export const wholePrices: ReadonlySet<string> = new Set(['hostex'])

/** Examples that are shown without what stands around them in an answer; known differences say so of the descriptions. */
export const wrappings: Readonly<Record<string, (example: unknown) => unknown>> = {
  'GET /availability-pricing/api/calendar/listings/{id}': (night) => ({
    status: 200,
    data: { days: [night] },
  }),
}

/** How the simulators are told to make a booking request or an inquiry, in the vendors' own fields. */
export const askings: Readonly<Record<string, { request?: object; inquiry?: object }>> = {
  airbnb: { request: { status_type: 'pending' }, inquiry: { inquiry: true } },
  cloudbeds: { request: { status: 'not_confirmed' } },
  guesty: {
    request: { status: 'reserved', source: 'Airbnb', integration: { _id: 'a', platform: 'airbnb2' } },
    inquiry: { status: 'inquiry', source: 'Airbnb', integration: { _id: 'a', platform: 'airbnb2' } },
  },
  lodgify: { request: { status: 'Tentative', source: 'OH' } },
}

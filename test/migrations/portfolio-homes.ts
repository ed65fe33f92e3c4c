/** Accounts, listings, units, nights and a guest. */
import { newId } from '../../src/platform/tenant.ts'
import { made, moment, rowsOf, type PortfolioRows } from './portfolio-rows.ts'

export async function fillHomes({ db, scope, number, put, putNumbered, n }: PortfolioRows) {
  const connection = await putNumbered('connections', {
    provider: 'hostaway',
    external_account_id: `host:${number}`,
    account_name: n('Account'),
    status: 'active',
    write_policy: {},
    watermarks: {},
    deactivated_listings: [],
    inbound_due: false,
    created_at: moment(1),
    updated_at: moment(1),
    connected_at: moment(2),
    import_scope: number === 1 ? ['listings', 'reservations', 'guests', 'payments'] : null,
  })
  const account = await putNumbered('accounts', {
    connection_id: connection,
    provider: 'hostaway',
    external_account_id: `sub:${number}`,
    name: n('Sub'),
    picture_url: 'https://pictures.example.com/a.jpg',
    created_at: moment(3),
  })
  const listing = await newId(db, scope, 'listings')
  await db.transaction().execute(async (tx) => {
    const { put: insert } = rowsOf(tx, scope, number)
    await insert('listings', {
      id: listing,
      connection_id: connection,
      account_id: account,
      external_id: `L${number}`,
      model: 'hotel',
      name: n('Sea view'),
      public_name: n('By the sea'),
      street: n('Quay'),
      city: n('Split'),
      state: n('Dalmatia'),
      postal_code: '21000',
      country_code: 'HR',
      latitude: '43.508133',
      longitude: '-16.440193',
      time_zone: 'Europe/Zagreb',
      currency: 'EUR',
      active: true,
      inactive_reason: null,
      lifecycle_status: 'live',
      archived_at: moment(4),
      thumbnail_url: '/files/thumb.jpg',
      default_nightly_price: '120.5',
      min_nights: 2,
      max_nights: 28,
      unit_count: 2,
      content: { summary: n('Quiet') },
      details: { bedrooms: 2, bathrooms: '1.5' },
      amenities: [{ amenityKey: 'wifi', isPresent: true }],
      photos: [{ url: 'https://pictures.example.com/1.jpg', sortOrder: 1 }],
      rooms: [{ name: 'Bedroom' }],
      checkout_tasks: [{ text: 'Close the window' }],
      pricing: { weekendPrice: '150.25' },
      policies: { pets: false },
      own_values: { name: n('Sea view') },
      revision: 3 + number,
      ...made(5),
    })
    await insert('listing_links', {
      connection_id: connection,
      external_id: `L${number}`,
      listing_id: listing,
      unit_name: n('Room'),
      created_at: moment(7),
    })
  })
  await put('channel_links', {
    listing_id: listing,
    platform: 'booking',
    external_id: `88${number}`,
    hotel_id: '8812',
    active: false,
    sync_enabled: false,
    markup_percent: '12.5',
    markup_set_here: true,
    ...made(8),
  })
  await put('listing_texts', {
    listing_id: listing,
    locale: 'pt-BR',
    content: { summary: n('Calmo') },
    updated_at: moment(10),
  })
  const bare = await putNumbered('listings', {
    name: n('Made here'),
    model: 'home',
    active: false,
    inactive_reason: 'deactivated',
    unit_count: 1,
    amenities: [],
    photos: [],
    rooms: [],
    checkout_tasks: [],
    pricing: {},
    policies: {},
    own_values: {},
    revision: 1,
    ...made(9),
  })
  // The part has the smaller id, so that it stands before what it is a part of.
  const part = await newId(db, scope, 'units')
  const house = await putNumbered('units', {
    connection_id: connection,
    external_id: `U${number}`,
    name: n('House'),
    active: true,
    housekeeping_status: 'clean',
    floor: '2',
    source: 'hostaway',
    ...made(11),
  })
  await putNumbered('units', { parent_id: house, name: n('Room'), active: false, ...made(12) }, part)
  await put('listing_units', { listing_id: listing, unit_id: part })
  await put('listing_units', { listing_id: bare, unit_id: part })
  for (const [place, date] of ['2026-07-01', '2026-07-02', '2026-07-03'].entries()) {
    await put('calendar_days', {
      listing_id: listing,
      date,
      available: place !== 1,
      price: `12${place}.1234`,
      min_nights: 2,
      max_nights: 9,
      closed_to_arrival: true,
      closed_to_departure: false,
      available_units: place,
      note: n('Note'),
      from_rate: true,
      updated_at: moment(13 + place),
    })
  }
  const guest = await putNumbered('guests', {
    connection_id: connection,
    external_id: `G${number}`,
    first_name: n('Ada'),
    last_name: n('Lovelace'),
    avatar_url: 'https://pictures.example.com/g.jpg',
    language: 'en',
    country: 'GB',
    currency: 'GBP',
    is_blacklisted: true,
    blacklisted_reason: n('Party'),
    risk_level: 'low',
    verification_level: 'id',
    is_business_traveler: true,
    flags: [{ type: 'info', note: n('Early') }],
    notes: [{ id: '1', body: n('Note') }],
    ...made(16),
  })
  for (const [type, value] of [
    ['email', `ada${number}@example.com`],
    ['phone', '+385 1 234'],
  ] as const) {
    await put('guest_contacts', {
      guest_id: guest,
      type,
      value,
      is_primary: type === 'email',
      verified: true,
      last_used_at: moment(17),
      created_at: moment(18),
    })
  }
  return { connection, account, listing, bare, part, guest }
}
export type Homes = Awaited<ReturnType<typeof fillHomes>>

/**
 * A connector hands these canonical records to the sync engine, in one vocabulary for every vendor.
 *
 * Ids are the vendor's own, as strings. Stay dates are civil dates (`YYYY-MM-DD`), instants ISO 8601 in UTC,
 * amounts decimal strings in major units beside their currency. A field a vendor does not have is absent;
 * `null` means the vendor says there is none.
 */
export * from './records/calendar.ts'
export * from './records/guest.ts'
export * from './records/inbox.ts'
export * from './records/listing.ts'
export * from './records/money.ts'
export * from './records/stay.ts'

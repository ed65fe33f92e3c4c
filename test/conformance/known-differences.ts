/**
 * Where a description is wrong or silent and the exchange is right. Everything else that differs fails, and so does an
 * entry that nothing needs any more. Kinds are written `side: place rule: what stood there instead`.
 */
export interface KnownDifference {
  operation: RegExp
  kind: RegExp
  why: string
}

const known = (operation: RegExp, kind: RegExp, why: string): KnownDifference => ({ operation, kind, why })

const everywhere = /^/
const unmarkedNulls = (why: string) => known(everywhere, /^answer: .*(type|enum|format|const): null$/, why)

export const knownDifferences: Readonly<Record<string, readonly KnownDifference[]>> = {
  apaleo: [
    known(/\/connect\/token$/, /not declared/, 'Tokens come from a service of their own.'),
    known(
      /\/account\//,
      /not declared/,
      'The description lacks the account, which several public clients read.',
    ),
  ],
  beds24: [
    unmarkedNulls('The description marks nothing as nullable; its own examples hold nulls.'),
    known(
      /^GET \/(bookings|properties)$/,
      /^answer: .* (enum|format): empty$/,
      'A word, a time or an address that is not set is an empty text in the published examples.',
    ),
    known(
      /^GET \/bookings$/,
      /channel enum: text$/,
      'The list of channels of a booking lacks direct and bookingpage, which the filter of the same call has.',
    ),
    known(
      /^POST \/bookings$/,
      /^request: body\.\*\.(roomId|arrival|departure) required$/,
      'Required of a new booking only: the text of the operation has a change carry its id and what changes.',
    ),
  ],
  bookingsync: [
    unmarkedNulls('Recorded answers have null for what a booking has not; the description marks few nulls.'),
    known(/oauth/, /not declared/, 'Tokens are described on a page of their own.'),
    known(
      /^GET \//,
      /^request: query\.(include|updated_since) undeclared$/,
      'Taken by every list and record, as the pages on sideloading and on the updated_since flow say.',
    ),
    known(
      /^GET \/bookings\/\{booking_id\}$/,
      /query\.include_canceled undeclared$/,
      'The vendor’s own client reads a cancelled booking with it, and the answer was recorded.',
    ),
    known(
      /^GET \/(bookings|rentals)/,
      /^answer: body\.\w+\.\*\.(client|source|availability|change_over|nightly_rate_map) type: object$/,
      'Side-loaded records stand in the row where the description has the id; a recorded answer shows it.',
    ),
  ],
  cloudbeds: [
    known(
      /^GET \/getReservationsWithRateDetails$/,
      /(results|modified)(from|to) format: moment$|format: moment$/,
      'The texts and examples write moments as YYYY-MM-DD hh:mm:ss, which the format date-time does not allow.',
    ),
    known(
      /^GET \//,
      /(propertyCheckInTime|estimatedArrivalTime) format: text$/,
      'Examples have hours and minutes only; the format time wants seconds and a zone.',
    ),
    known(/^GET \/getRatePlans$/, /roomTypeName type: text$/, 'A name typed as a number.'),
    known(
      /^GET \/getReservationsWithRateDetails$/,
      /rooms\.\*\.roomID type: null$/,
      'The text says that it is null while no room is assigned.',
    ),
    known(
      /^GET \/getAvailableRoomTypes$/,
      /adultsExtraCharge type: object$/,
      'Typed as a list beside an example that is an object by the number of adults.',
    ),
  ],
  guesty: [
    known(everywhere, /(_id|Id)( type: text)$/, 'Ids are typed as objects; examples and answers have texts.'),
    unmarkedNulls('The description marks next to nothing as nullable; published examples hold nulls.'),
    known(/^POST \/\*\/token$/, /not declared$/, 'Documented on a page of its own, outside the description.'),
    known(
      /^(GET \/\*\/(\*\/search|guest-folio\/(overview|invoice-items)|payments)|POST \/\*\/\*\/\*\/(approve|decline|pre-approve)|POST \/\*\/properties-api\/property-photos\/property-photos\/\*)$/,
      /not declared$/,
      'The description is of 2024; the pages of the newer operations have them.',
    ),
    known(
      /^GET \/(listings|reviews)$/,
      /^answer: body(\.data)? type: (object|list)$/,
      'Lists are described without their wrapping, which every published example has.',
    ),
    known(
      /^GET \/guests-crud$/,
      /^answer: body\.results type: list$/,
      'Typed as one object, where limit and skip tell of a list; guests that do not come so are read one by one.',
    ),
    known(
      /^GET \/availability-pricing\/api\/calendar\/listings\/\{id\}$/,
      /body\.status type: number$/,
      'The HTTP status repeated; typed as text beside an example with a number.',
    ),
    known(
      /^POST \/webhooks$/,
      /body\.events(\.\*)? enum: (list|text)$/,
      'An older list of events, set on the list as well as on its items.',
    ),
    known(
      /^GET \/reservations-v3$/,
      /query\.reservationids required$/,
      'Sent as reservationIds[]=, the way the page of the operation shows; the validator knows the bare name only.',
    ),
    known(
      /^GET \/reservations$/,
      /query\.filters\.\* type: text$/,
      'The page has the filters as one JSON text; an array of objects has no form of its own in an address.',
    ),
  ],
  hospitable: [
    unmarkedNulls('Samples hold nulls where types say otherwise.'),
    known(
      /^GET \//,
      /check-(in|out) required$/,
      'Live accounts spell these times without a hyphen; the simulator has homes of either spelling.',
    ),
    known(
      /^GET \/reservations$/,
      /query\.last_message_at format: moment$/,
      'Its own pattern and example have a blank between day and time, which the format beside them forbids.',
    ),
    known(
      /^GET \/properties/,
      /query\.include const: text$/,
      'A comma-separated choice described as a constant.',
    ),
    known(
      /^GET \//,
      /coordinates\.(latitude|longitude) type: digits$/,
      'Described as numbers; live answers are known to have texts as well.',
    ),
    known(
      /^GET \/properties$/,
      /data\.\*\.listings required$/,
      'Only there when include asks for it, says the text of the parameter.',
    ),
    known(
      /^POST \/\*\/reservations(\/\*\/cancel)?$/,
      /not declared$/,
      'Known from third parties only; see the notes of the connector.',
    ),
    known(
      /^POST \/reservations\/\{uuid\}\/messages$/,
      /images\.\* maxLength: text$/,
      'The number of images, set as the length of an address.',
    ),
  ],
  hostaway: [
    known(/\/reservations/, /isPaid type: number$/, 'Flags are 0 and 1 in every published example.'),
    known(
      everywhere,
      /(latestActivityOn|messageReceivedOn) format: moment$/,
      'Typed as days; the published examples have a time behind the day.',
    ),
    known(/^GET \/reviews$/, /(publicReview|privateFeedback) type: text$/, 'Texts typed as numbers.'),
    known(
      /^POST \/listings\/\{listingId\}\/images$/,
      /body\.url required$/,
      'One image is sent by its address, several as a list; the description demands both.',
    ),
    known(
      /^GET \/reservations\/\{reservationId\}\/conversations$/,
      /reservationId type: number$/,
      'The operation gives conversations; the description types them as reservations.',
    ),
  ],
  lodgify: [
    unmarkedNulls('Much that is null in practice is not marked so.'),
    known(
      everywhere,
      /format: (day|moment)$/,
      'Days and local moments typed as date-time; the pages show them so.',
    ),
    known(/^GET \/v2\//, /^answer: .* type: number$/, 'Amounts typed as objects without any field.'),
  ],
  mews: [
    unmarkedNulls('Nullable words are enums that do not list null.'),
    known(
      /\/(rates|resourceCategories|resourceCategoryImageAssignments)\/getAll$|\/getAvailability$/,
      /^example: .*(Invalid (RateId|ImageId)|unknown service|no availability (of room type|for the night)|is no midnight)/,
      'The example names rates, services, rooms, pictures and nights of other answers than the rest.',
    ),
    known(
      /reservations\/update$/,
      /body\.ReservationId required$/,
      'A field of another operation; the published example has ReservationUpdates alone.',
    ),
    known(
      /reservations\/price$/,
      /CustomerId required$/,
      'Not in the published example: prices are asked for before there is a guest.',
    ),
    known(
      /reservations\/add$/,
      /RequestedCategoryId required$/,
      'The older name of RequestedResourceCategoryId, gone from the newer reads.',
    ),
  ],
  hostex: [
    unmarkedNulls('Live answers of 2026 have null in places that the description does not mark.'),
    known(
      /^POST \/reservations$/,
      /^request: body\.property_id type: number$/,
      'The newer page of the documentation says integer, as every other call does.',
    ),
    known(
      /^POST \/reservations$/,
      /^request: body\.rate_amount type: number$/,
      'Live bookings made by API have cents, and the call that changes a booking takes them.',
    ),
  ],
  track: [
    unmarkedNulls('Live answers have null in places that the description does not mark.'),
    known(
      /^GET \/(v2\/)?pms\/(units|reservations)$/,
      /^request: query\.page maximum/,
      'The description allows page 0 alone, which live accounts refuse; their pages begin with 1.',
    ),
    known(
      /\/pms\/(units|quotes|reservations)|\/crm\/contacts$/,
      /not declared$|not declared: no such operation$/,
      'In pages of the vendor that are not in this file.',
    ),
  ],
  ownerrez: [
    unmarkedNulls('Made by a third party: paths and verbs can be relied on, fields cannot.'),
    known(
      /^GET \/\*\/calendar\/\*$/,
      /not declared$/,
      'In the documentation of the vendor, not in this file.',
    ),
    known(
      /^GET \/(bookings|messages|reviews)/,
      /query\.(include_guest|include_charges|threadId|host_review) undeclared$/,
      'In the documentation of the vendor, not in this file.',
    ),
    known(/^POST \/(guests|bookings)$/, /^answer: .*status code/, 'What is made is answered with 201.'),
    known(
      /^PATCH \/bookings\/\{id\}$/,
      /^request: body\.\w+ required$/,
      'The file gives a change the fields of a new booking; the vendor takes what changes.',
    ),
    known(
      /^POST \/quotes$/,
      /^answer: body\.(arrival|departure) required$/,
      'The request repeated as the answer.',
    ),
    known(/^PATCH \/spotrates$/, /body type: list$/, 'A list by the vendor’s page, typed as one object.'),
  ],
}

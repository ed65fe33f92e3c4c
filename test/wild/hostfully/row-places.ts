import type { RowPlaces } from '../tolerance.ts'

export const places: RowPlaces = {
  envelope: [
    / (_metadata|_paging)(\.|$)/,
    / (properties|leads|orders|threads|messages|reviews|property|lead|thread|calendar|calendar\.entries)$/,
    / threads\[\]\.lastUpdateDate$/,
    // They only lead to the lead, which is read for more.
    / (orders\[\]\.leadUid|metadata\.updatedUtcDateTime)$/,
  ],
  essential: [
    /^GET \/api\/v3\.3\/properties (properties\[\]\.uid)$/,
    /^GET \/api\/v3\.3\/properties\/\* property\.uid$/,
    /^GET \/api\/v3\.3\/leads leads\[\]\.(uid|propertyUid|type|checkInLocalDateTime|checkOutLocalDateTime)$/,
    /^GET \/api\/v3\.3\/leads\/\* lead\.(uid|propertyUid|type|checkInLocalDateTime|checkOutLocalDateTime)$/,
    /^GET \/api\/v3\.3\/property-calendar\/\* calendar\.entries\[\]\.date$/,
    /^GET \/api\/v3\.3\/threads threads\[\]\.uid$/,
    /^GET \/api\/v3\.3\/threads\/\* thread\.uid$/,
    /^GET \/api\/v3\.3\/messages messages\[\]\.(uid|senderType|createdUtcDateTime)$/,
    /^GET \/api\/v3\.3\/reviews reviews\[\]\.uid$/,
  ],
}

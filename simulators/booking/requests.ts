import * as is from '../kit/shape.ts'
import { chargeShapes } from './charges.ts'
import { reviewShapes } from './review-routes.ts'
import { contentShapes } from './content-routes.ts'
import { contractShapes } from './contracts.ts'
import { policyShapes } from './policy-routes.ts'
import { propertyShapes } from './property-shapes.ts'
import { messageShapes } from './message-shapes.ts'
import { requestShapes } from './request-routes.ts'
import { sunsetShapes } from './sunset-routes.ts'

/** Shapes of all JSON requests; XML shapes stand with their routes (`xml-shape.ts`). */

const queue = is.some({
  hotel_ids: is.text,
  last_change: is.text,
  id: is.text,
  limit: is.between(1, 200),
})

export const requests: is.RouteShapes = {
  'GET /hotels/ota/OTA_HotelResNotif': { query: queue },
  'POST /hotels/ota/OTA_HotelResNotif': {},
  'GET /hotels/ota/OTA_HotelResModifyNotif': { query: queue },
  'POST /hotels/ota/OTA_HotelResModifyNotif': {},
  'POST /hotels/ota/OTA_HotelSearch': {},
  'POST /hotels/ota/OTA_HotelAvailNotif': {},
  'POST /hotels/ota/OTA_HotelRateAmountNotif': {},
  'POST /hotels/xml/roomrates': {},
  'POST /hotels/xml/reservations': {},
  'POST /hotels/xml/availability': {},
  'POST /hotels/xml/roomrateavailability': {},
  'POST /hotels/xml/derivedprices': {},
  'POST /hotels/xml/reporting': {},
  'GET /connections-api/properties/:id/status': {},
  ...requestShapes,
  ...messageShapes,
  ...reviewShapes,
  ...chargeShapes,
  ...contractShapes,
  ...propertyShapes,
  ...contentShapes,
  ...policyShapes,
  ...sunsetShapes,
}

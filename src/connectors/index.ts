import type { Connector } from '../connector-kit/connector.ts'
import { airbnb } from './airbnb/index.ts'
import { apaleo } from './apaleo/index.ts'
import { beds24 } from './beds24/index.ts'
import { booking } from './booking/index.ts'
import { bookingsync } from './bookingsync/index.ts'
import { channex } from './channex/index.ts'
import { cloudbeds } from './cloudbeds/index.ts'
import { guesty } from './guesty/index.ts'
import { hospitable } from './hospitable/index.ts'
import { hostaway } from './hostaway/index.ts'
import { hostex } from './hostex/index.ts'
import { hostfully } from './hostfully/index.ts'
import { lodgify } from './lodgify/index.ts'
import { mews } from './mews/index.ts'
import { ownerrez } from './ownerrez/index.ts'
import { plumguide } from './plumguide/index.ts'
import { smoobu } from './smoobu/index.ts'
import { track } from './track/index.ts'
import { uplisting } from './uplisting/index.ts'
import { vrbo } from './vrbo/index.ts'

/** Lists every vendor with an adapter, by the id of its manifest. */
export const connectors: Record<string, Connector> = {
  airbnb,
  apaleo,
  beds24,
  booking,
  bookingsync,
  channex,
  cloudbeds,
  guesty,
  hospitable,
  hostaway,
  hostex,
  hostfully,
  lodgify,
  mews,
  ownerrez,
  plumguide,
  smoobu,
  track,
  uplisting,
  vrbo,
}

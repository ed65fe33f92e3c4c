/** One file a list; what is not here stands in growing-lists.ts. */
import type { ProvenList } from './proven-list.ts'
import { reservationList, vrboReservationList } from './reservation-list.ts'

import { requestList } from './request-list.ts'

export const provenLists: readonly ProvenList[] = [reservationList, vrboReservationList, requestList]

import { GuestExport } from '../../contract/guest-export.ts'
import { GuestSearch, GuestSearchBody } from '../../contract/guest-search.ts'
import { idParams } from '../../http/params/path-id.ts'
import { route } from '../route.ts'
import { exportGuest } from './export-guest.ts'
import { searchPerson } from './search-person.ts'

export const guestSearchRoutes = [
  route({
    method: 'POST',
    url: '/v1/guests/search',
    id: 'searchPerson',
    family: 'guests',
    tag: 'Guests',
    summary: 'Find everything that names a person',
    description:
      'Searches every column of text of every table for a person, and answers in how many rows each of them is named. After a guest was forgotten it proves that nothing is left, or tells what is yours to clear. Nothing is written; what is asked for stands in no log. Whole tables are read, so it takes seconds where much is stored.',
    body: GuestSearchBody,
    reply: GuestSearch,
    errors: [],
    overCap: 'allow',
    // The search covers the workspace and cannot be restricted to an account.
    account: 'refused',
    handle: ({ services, scope, body }) => searchPerson(services.db, scope, body, services.clock.now()),
  }),

  route({
    method: 'GET',
    url: '/v1/guests/:id/export',
    id: 'exportGuest',
    family: 'guests',
    tag: 'Guests',
    summary: 'Everything about a guest',
    description: 'All that forgetting would erase, and what else names the guest.',
    params: idParams('guest'),
    reply: GuestExport,
    errors: [],
    overCap: 'allow',
    noStore: true,
    // Who took out all of a person's data has to be known afterwards.
    audited: true,
    // A guest may be known to several accounts.
    account: 'refused',
    handle: ({ services, scope, params }) => exportGuest(services, scope, params.id, services.clock.now()),
  }),
]

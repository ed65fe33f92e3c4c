import { Type } from 'typebox'
import {
  ApiKey,
  ApiKeyCreateBody,
  ApiKeyRotateBody,
  ApiKeyUpdateBody,
  ApiKeyWithSecret,
  keyStates,
} from '../../../contract/keys.ts'
import { listOf, oneOfStrings } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { changeKey, createKey, revokeKeyById, missingKey, rotateKey } from './change-key.ts'
import { toKey } from './map.ts'
import { keyRow, keyRows, keyTotal, keysNewestFirst } from './queries.ts'

const tag = 'Keys'
const params = idParams('key')

export const keyRoutes = [
  route({
    method: 'GET',
    url: '/v1/keys',
    id: 'listKeys',
    family: 'keys',
    account: 'ignored',
    tag,
    summary: 'List keys',
    description:
      'The keys of the workspace that is asked, or of its sandbox for a `sk_test_` key, newest first. No answer of this shows a secret.',
    query: listQuery(
      { state: Type.Optional(oneOfStrings(keyStates, { description: 'Only keys that are in this state.' })) },
      { defaultLimit: 20 },
    ),
    reply: listOf(ApiKey),
    errors: [],
    handle: (context) => {
      const { services, scope, query } = context
      const now = services.clock.now()
      const filter = { state: query.state ?? null, now }
      return listPage(context, {
        defaultLimit: 20,
        ordering: keysNewestFirst,
        rows: (page) => keyRows(services.db, scope, filter, page),
        total: () => keyTotal(services.db, scope, filter),
        item: (row) => toKey(row, now),
      })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/keys',
    id: 'createKey',
    family: 'keys',
    account: 'ignored',
    tag,
    summary: 'Make a key',
    description:
      'The answer is the only one that shows the secret. A key gives no more than it has: no other scopes, connections or listings, and no later end.',
    body: ApiKeyCreateBody,
    reply: ApiKeyWithSecret,
    status: 201,
    answersTo: 'key',
    errors: ['too_many_keys', 'invalid_state'],
    handle: (context) => createKey(context, context.body),
  }),
  route({
    method: 'GET',
    url: '/v1/keys/:id',
    id: 'getKey',
    family: 'keys',
    account: 'ignored',
    tag,
    summary: 'Get a key',
    params,
    reply: ApiKey,
    errors: [],
    handle: async ({ services, scope, params: { id } }) => {
      const row = await keyRow(services.db, scope, id)
      if (!row) throw missingKey(id)
      return toKey(row, services.clock.now())
    },
  }),
  route({
    method: 'PATCH',
    url: '/v1/keys/:id',
    id: 'updateKey',
    family: 'keys',
    account: 'ignored',
    tag,
    summary: 'Change a key',
    description:
      'Its name, its scopes, its end, and what it is for. What is left out stays; what it may no more is refused within a second everywhere. Neither before nor after may it have more rights than the key that asks.',
    params,
    body: ApiKeyUpdateBody,
    reply: ApiKey,
    errors: ['invalid_state'],
    handle: (context) => changeKey(context, context.params.id, context.body),
  }),
  route({
    method: 'DELETE',
    url: '/v1/keys/:id',
    id: 'revokeKey',
    family: 'keys',
    account: 'ignored',
    tag,
    summary: 'Revoke a key',
    description:
      'For good, in all processes of the server. Can be repeated. The key stays in the list; a key may revoke itself, and those that have no more rights than it has.',
    params,
    reply: ApiKey,
    errors: [],
    handle: (context) => revokeKeyById(context, context.params.id),
  }),
  route({
    method: 'POST',
    url: '/v1/keys/:id/rotate',
    id: 'rotateKey',
    family: 'keys',
    account: 'ignored',
    tag,
    summary: 'Replace the secret of a key',
    description:
      'The key keeps its id, its rights and its limits and gets a new secret, which only this answer shows. The secret from before works as well for `overlapSeconds`; the one before that ends at once.',
    params,
    body: ApiKeyRotateBody,
    bodyOptional: true,
    reply: ApiKeyWithSecret,
    answersTo: 'key',
    errors: ['invalid_state'],
    handle: (context) => rotateKey(context, context.params.id, context.body ?? {}),
  }),
]

import * as is from '../kit/shape.ts'

/** Shapes of all routes; the schema says what a document may contain. */
export const requests = {
  'POST /identity/oauth2/v3/token/': { body: is.exactly({ grant_type: is.filled, scope: is.opt(is.text) }) },
  'POST /supply/lodging/graphql': {
    body: is.exactly({
      query: is.filled,
      operationName: is.opt(is.orNull(is.text)),
      variables: is.opt(is.schema({ type: ['object', 'null'] })),
    }),
  },
  'POST /supply-lodging/v1/files': {},
  'GET /supply-lodging/v1/files/:id': {},
} as const

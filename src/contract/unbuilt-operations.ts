/**
 * The published interface has operations that this server lacks: they answer 501 `not_implemented` instead of
 * 404, so that a client can tell "not yet" from "mistyped". Each line has a path and its methods; `*` stands
 * for one segment or more. Remove a line when you build its operation; a test fails when one is both here and
 * among the routes.
 */
export const unbuiltOperations = {
  '/v1/connect/booking-extranet-login/invite': 'POST',
  '/v1/connect/booking-extranet-login/recheck': 'POST',
  '/v1/connect/booking-extranet-login/session': 'GET POST',
  '/v1/connect/booking-extranet-login/status': 'GET',
  '/v1/connect/vrbo-login/session': 'GET POST',

  '/api/studio/projects': 'GET POST',
  '/api/studio/projects/:id': 'GET PATCH DELETE',
  '/api/studio/projects/:id/files': 'GET PUT',
  '/api/studio/projects/:id/files/*': 'GET PUT DELETE',
  '/api/studio/projects/:id/git/init': 'POST',
  '/api/studio/projects/:id/generations': 'POST',
  '/api/studio/generate': 'POST',
  '/api/studio/deployments': 'GET POST',
  '/api/studio/deployments/:id': 'GET DELETE',
  '/api/studio/deployments/:id/logs': 'GET',
  '/api/studio/deployments/:id/suspend': 'POST',
  '/api/studio/deployments/:id/wake': 'POST',
} as const satisfies Record<`/v1/${string}` | `/api/studio/${string}`, string>

/** These are left out on purpose; keys are the beginnings of their paths. */
export const unbuiltReasons = {
  '/api/studio/': {
    why: 'The studio would write, build and host websites; this server keeps the records that such sites read and hosts nothing.',
    fix: 'Host the site where you like, and have it read this API: `openapi.json` describes it.',
  },
  '/v1/connect/vrbo-login/': {
    why: 'It would sign in to the pages of Vrbo with the password of a person, which this server does not do.',
    fix: 'Activate the feeds with `POST /v1/connect/vrbo`, and connect the advertiser with `POST /v1/connect/vrbo/credentials`.',
  },
  '/v1/connect/booking-extranet-login/': {
    why: 'It would sign in to the extranet of Booking.com with the password of a person, which this server does not do.',
    fix: 'Connect the property with `POST /v1/connect/booking`: designating this server in the extranet takes its place.',
  },
} as const satisfies Readonly<Record<string, { why: string; fix: string }>>

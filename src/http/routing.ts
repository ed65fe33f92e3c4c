/** Every route of the list, and 405 for the other methods of its path. */
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from './app-options.ts'
import { handlerFor } from './handler.ts'
import { fail, type Method, type Route } from './route.ts'

export const allMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function registerRoutes<Services>(app: FastifyInstance, options: AppOptions<Services>): void {
  for (const route of options.routes) {
    app.route({
      method: route.method,
      url: route.url,
      config: { route: route as unknown as Route<never> },
      handler: handlerFor(route, options),
    })
  }
  const byUrl = Map.groupBy(options.routes, (route) => route.url.replaceAll(/:\w+/g, ':'))
  for (const routes of byUrl.values()) {
    const allow = routes.map((route) => route.method)
    const [first] = routes
    if (!first) continue
    app.route({
      method: allMethods.filter((method) => !allow.includes(method)),
      url: first.url,
      handler: (request) =>
        fail(
          'method_not_allowed',
          `This path answers ${allow.join(', ')} only.`,
          { value_received: request.method, valid_values: allow, endpoint: first.url },
          { headers: { allow: allow.join(', ') } },
        ),
    })
  }
}

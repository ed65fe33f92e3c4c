/** Registers every route, and 405 for the other methods of its path. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allMethods, type Route } from './route.ts'
import type { AppOptions } from './app-options.ts'
import type { AddressOf } from './client-address.ts'
import { handlerFor } from './handler.ts'
import type { AddressLimit } from './limits/address-limit.ts'
import { tellDeprecations } from './hooks/deprecation.ts'
import { knownPath } from './hooks/known-path.ts'
import { largeBodies } from './hooks/large-bodies.ts'
import type { Revalidation } from './revalidation/public.ts'
import { wrongMethod } from './unknown-path.ts'

/** Callers without a key can make the server keep at most this much of a body. */
const keylessBodyLimit = 64 * 1024

function limitsOf<Services>(route: Route<Services>, bodyLimit: number, options: AppOptions<Services>) {
  const { onRequest = [], ...hooks } = largeBodies(bodyLimit)
  return { bodyLimit, ...hooks, onRequest: [knownPath(route, options), onRequest].flat() }
}

export function registerRoutes<Services>(
  app: FastifyInstance,
  options: AppOptions<Services>,
  guards: { addressLimit: AddressLimit; addressOf: AddressOf; revalidation: Revalidation | undefined },
): void {
  for (const route of options.routes.filter(({ takesFile }) => !takesFile)) {
    const isKeyless = route.auth === 'none' || route.capability !== undefined
    app.route({
      method: route.method,
      url: route.url,
      config: { route: route as unknown as Route<never> },
      ...(isKeyless && !route.admit ? { bodyLimit: keylessBodyLimit } : {}),
      ...(route.bodyLimit === undefined ? {} : limitsOf(route, route.bodyLimit, options)),
      ...tellDeprecations(route, () => options.publicUrl),
      handler: handlerFor(route, options, guards),
    })
  }
  const byUrl = Map.groupBy(options.routes, (route) => route.url.replaceAll(/:\w+/g, ':'))
  for (const routes of byUrl.values()) {
    const allow = routes.map((route) => route.method)
    const [first] = routes
    if (!first) continue
    const refuse = (request: FastifyRequest): never => {
      throw wrongMethod(request.method, { url: first.url, methods: allow })
    }
    app.route({
      method: allMethods.filter((method) => !allow.includes(method)),
      url: first.url,
      // The refusal comes before its body is read.
      onRequest: async (request) => refuse(request),
      handler: refuse,
    })
  }
}

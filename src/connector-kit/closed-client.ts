import type { VendorClient, VendorHttp } from './http.ts'
import { VendorError } from './vendor-error.ts'

const refuse = (path: string): Promise<never> =>
  Promise.reject(new VendorError('rejected', 'nothing is sent to a provider from here', { path }))

const nowhere: VendorHttp = { get: refuse, post: refuse, put: refuse, patch: refuse, delete: refuse }

/** Refuses every call, for connectors that call nobody. */
export const closedClient = (): VendorClient => ({
  ...nowhere,
  lane: () => nowhere,
  close: async () => {},
})

import { assertObjectKey, type ObjectStore } from '../../src/platform/object-store/object-store.ts'

export interface MemoryObjects extends ObjectStore {
  readonly held: ReadonlyMap<string, { bytes: Buffer; contentType: string }>
}

/** Nothing to take away after a test. */
export function memoryObjects(): MemoryObjects {
  const held = new Map<string, { bytes: Buffer; contentType: string }>()
  return {
    held,
    async put(key, bytes, contentType) {
      assertObjectKey(key)
      held.set(key, { bytes, contentType })
    },
    get: async (key) => held.get(key)?.bytes ?? null,
    delete: async (key) => void held.delete(key),
  }
}

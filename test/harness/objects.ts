import { assertObjectKey, type ObjectStore } from '../../src/platform/object-store/object-store.ts'

export interface MemoryObjects extends ObjectStore {
  readonly held: ReadonlyMap<string, { bytes: Buffer; contentType: string }>
}

/** Keeps objects in memory, so a test leaves nothing behind. */
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

/** Keeps objects in a bucket of S3 or of a compatible service (MinIO, R2, Ceph). */
import { AwsClient } from 'aws4fetch'
import { assertObjectKey, type ObjectStore } from './object-store.ts'

export interface Bucket {
  /** The bucket is appended to the service's address as a path, which every such service supports. */
  endpoint: string
  name: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const timeoutMs = 30_000

export function s3ObjectStore({ endpoint, name, region, accessKeyId, secretAccessKey }: Bucket): ObjectStore {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    // Storing or deleting the same object again is harmless.
    retries: 2,
  })

  async function call(key: string, init: RequestInit): Promise<Response> {
    assertObjectKey(key)
    const response = await client.fetch(`${endpoint}/${name}/${key}`, {
      ...init,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok || response.status === 404) return response
    const answerText = (await response.text()).replaceAll(/\s+/g, ' ').slice(0, 300)
    throw new Error(`the object store answered ${response.status} to ${init.method} ${key}: ${answerText}`)
  }

  return {
    async put(key, bytes, contentType) {
      const response = await call(key, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'content-type': contentType },
      })
      if (!response.ok) throw new Error(`the object store has no bucket ${name}`)
      await response.body?.cancel()
    },
    async get(key) {
      const response = await call(key, { method: 'GET' })
      if (response.ok) return Buffer.from(await response.arrayBuffer())
      await response.body?.cancel()
      return null
    },
    async delete(key) {
      const response = await call(key, { method: 'DELETE' })
      await response.body?.cancel()
    },
  }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MultipartBody } from './multipart.ts'

test('a form with a file is read back as it was', async () => {
  const bytes = Buffer.from([0, 255, 13, 10, 45, 45])
  const { contentType, bytes: body } = new MultipartBody(
    { thread: 'a "b"' },
    { name: 'file', filename: 'door "1"\r\nx.jpg', contentType: 'image/jpeg', bytes },
  )
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData()
  assert.equal(form.get('thread'), 'a "b"')
  const file = form.get('file')
  assert.ok(file instanceof File)
  assert.equal(file.type, 'image/jpeg')
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes)
  assert.equal(file.name, 'door "1"\r\nx.jpg')
  assert.doesNotMatch(body.toString('latin1'), /filename="[^"]*[\r\n]/)
})

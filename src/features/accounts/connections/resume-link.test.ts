import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createVault } from '../../../platform/crypto.ts'
import { resumeUrl, verifyResumeToken } from './resume-link.ts'

const key = () => randomBytes(32).toString('base64')
const target = { workspaceId: '17', connectionId: '204' }
const publicUrl = 'https://api.example.com'
const tokenOf = (url: string) => new URL(url).searchParams.get('t') ?? ''

test('a reconnect link names its connection', () => {
  const vault = createVault(key())
  const url = resumeUrl({ vault, publicUrl }, target)
  assert.ok(url.startsWith(`${publicUrl}/v1/connect/resume?t=`))
  assert.deepEqual(verifyResumeToken({ vault }, tokenOf(url)), target)
})

test('a reconnect link outlives a change of the encryption key', () => {
  const [old, fresh] = [key(), key()]
  const token = tokenOf(resumeUrl({ vault: createVault(`a:${old}`), publicUrl }, target))
  assert.deepEqual(verifyResumeToken({ vault: createVault(`b:${fresh},a:${old}`) }, token), target)
  assert.equal(verifyResumeToken({ vault: createVault(`b:${fresh}`) }, token), null)
})

test('an altered reconnect link is refused', () => {
  const vault = createVault(key())
  const token = tokenOf(resumeUrl({ vault, publicUrl }, target))
  const [, signature = ''] = token.split('.')
  const altered = [
    `17-205.${signature}`,
    `18-204.${signature}`,
    token.slice(0, -1),
    `${token}A`,
    '17-204.',
    '17-204',
    '',
    `017-204.${signature}`,
  ]
  for (const wrong of altered) assert.equal(verifyResumeToken({ vault }, wrong), null, wrong)
})

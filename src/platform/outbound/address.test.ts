import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTarget, TargetRefused, checkTarget } from './target.ts'

const open = { allowPrivate: true }
const closed = { allowPrivate: false }

function ruleOf(url: string, policy: { allowPrivate: boolean }): string {
  try {
    parseTarget(url, policy)
    return 'allowed'
  } catch (error) {
    assert.ok(error instanceof TargetRefused, `${url}: ${String(error)}`)
    return error.rule
  }
}

/** Each row has an address, production's verdict, and the development switch's verdict. */
const targets: [string, string, string][] = [
  ['https://example.com/hooks', 'allowed', 'allowed'],
  ['https://93.184.216.34/hooks', 'allowed', 'allowed'],
  ['https://[2606:4700:4700::1111]/', 'allowed', 'allowed'],
  ['http://example.com/', 'scheme', 'allowed'],
  ['ftp://example.com/', 'scheme', 'scheme'],
  ['file:///etc/passwd', 'not_a_url', 'not_a_url'],
  ['not a url', 'not_a_url', 'not_a_url'],
  ['https://user:secret@example.com/', 'credentials', 'credentials'],
  ['https://user@example.com/', 'credentials', 'credentials'],
  // These are loopback and private networks, in every spelling.
  ['https://127.0.0.1/', 'private_address', 'allowed'],
  ['https://127.1/', 'private_address', 'allowed'],
  ['https://2130706433/', 'private_address', 'allowed'],
  ['https://0x7f000001/', 'private_address', 'allowed'],
  ['https://0x7f.0.0.1/', 'private_address', 'allowed'],
  ['https://0177.0.0.1/', 'private_address', 'allowed'],
  ['https://①②⑦.0.0.1/', 'private_address', 'allowed'],
  ['https://10.1.2.3/', 'private_address', 'allowed'],
  ['https://172.31.255.1/', 'private_address', 'allowed'],
  ['https://192.168.0.1/', 'private_address', 'allowed'],
  ['https://100.64.0.1/', 'private_address', 'allowed'],
  ['https://[::1]/', 'private_address', 'allowed'],
  ['https://[fd12:3456::1]/', 'private_address', 'allowed'],
  ['https://[::ffff:127.0.0.1]/', 'private_address', 'allowed'],
  ['https://[::ffff:7f00:1]/', 'private_address', 'allowed'],
  ['https://[::ffff:10.0.0.1]/', 'private_address', 'allowed'],
  // These addresses never receive anything, not even in development.
  ['https://169.254.169.254/latest/meta-data', 'private_address', 'private_address'],
  ['https://[::ffff:169.254.169.254]/', 'private_address', 'private_address'],
  ['https://[fe80::1]/', 'private_address', 'private_address'],
  ['https://0.0.0.0/', 'private_address', 'private_address'],
  ['https://0/', 'private_address', 'private_address'],
  ['https://[::]/', 'private_address', 'private_address'],
  ['https://224.0.0.1/', 'private_address', 'private_address'],
  ['https://[ff02::1]/', 'private_address', 'private_address'],
  ['https://255.255.255.255/', 'private_address', 'private_address'],
  ['https://240.0.0.1/', 'private_address', 'private_address'],
  ['https://192.0.2.1/', 'private_address', 'private_address'],
  ['https://198.18.0.1/', 'private_address', 'private_address'],
  ['https://192.0.0.8/', 'private_address', 'private_address'],
  // These IPv6 addresses carry an IPv4 address inside, or belong to no public range.
  ['https://[64:ff9b::7f00:1]/', 'private_address', 'private_address'],
  ['https://[2002:7f00:1::]/', 'private_address', 'private_address'],
  ['https://[::127.0.0.1]/', 'private_address', 'private_address'],
  ['https://[fec0::1]/', 'private_address', 'private_address'],
  ['https://[2001:db8::1]/', 'private_address', 'private_address'],
  ['https://[100::1]/', 'private_address', 'private_address'],
]

describe('targets of outbound requests', () => {
  for (const [url, production, development] of targets) {
    it(url, () => {
      assert.equal(ruleOf(url, closed), production)
      assert.equal(ruleOf(url, open), development)
    })
  }

  it('a name is judged by all of its addresses', async () => {
    const answers: Record<string, string[]> = {
      'public.example': ['93.184.216.34', '2606:4700::1'],
      'mixed.example': ['93.184.216.34', '127.0.0.1'],
      'metadata.example': ['169.254.169.254'],
    }
    const resolve = async (host: string) => {
      const found = answers[host]
      if (!found) throw new Error('no such name')
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    }
    await checkTarget('https://public.example/', closed, resolve)
    await checkTarget('https://not-yet.example/', closed, resolve)
    await checkTarget('https://mixed.example/', open, resolve)
    const refusals = [
      checkTarget('https://mixed.example/', closed, resolve),
      checkTarget('https://metadata.example/', open, resolve),
    ]
    for (const refusal of refusals) {
      await assert.rejects(refusal, { name: 'TargetRefused', rule: 'private_address' })
    }
  })
})
